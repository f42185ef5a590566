def blur(image):
    return 0.25 * (image[1:, 1:] + image[1:, :-1] + image[:-1, 1:] + image[:-1, :-1])
