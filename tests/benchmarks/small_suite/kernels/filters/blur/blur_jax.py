def blur(image):
    return 0.2 * (image[1:, 1:] + image[1:, :-1] + image[:-1, 1:] + image[:-1, :-1])
