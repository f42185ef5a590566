"""Primitives that do not lift: (reason, what to do instead, names)."""

REFUSALS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("this generator of random numbers is not lifted", "draw them outside and pass the random arrays as inputs", (
      "rng_bit_generator", "rng_uniform", "philox2x32", "philox4x32", "threefry4x32",
    )),
    ("it may give other elements than the largest", "use jax.lax.top_k", (
      "approx_top_k",
    )),
    ("this routine of linear algebra is not in the operation table",
     "use cholesky, qr, eigh, svd or solve, or write the iteration with lax.scan",
     (
      "geqp3", "geqrf", "ormqr", "schur", "spsolve", "tridiagonal",
    )),
    ("it pools by a function of the user's own", "pool with lax.max or lax.min", (
      "select_and_scatter",
    )),
    ("it returns values that Python computes while the program runs", "pass them as inputs", (
      "pure_callback", "io_callback", "ffi_call",
    )),
    ("programs for several devices are not lifted", "lift the function of one device", (
      "shard_map", "axis_index", "psum", "psum_invariant", "pmax", "pmin", "ppermute", "all_gather", "all_gather_invariant",
      "all_gather_reduced", "all_to_all", "reduce_scatter", "ragged_all_to_all", "pbroadcast", "psend", "precv", "preduced",
      "unreduced_psum", "unreduced_reduce_scatter", "core_map", "global_array_to_host_local_array",
      "host_local_array_to_global_array", "custom_partitioning", "reduced_vary_cast_p",
      "vary_unreduced_cast_p", "all_gather_start", "all_gather_done", "all_to_all_start", "all_to_all_done", "pbroadcast_start",
      "pbroadcast_done", "ppermute_start", "ppermute_done", "psum_start", "psum_done", "reduce_scatter_start",
      "reduce_scatter_done", "all_gather_reduced_start", "psum_invariant_start", "unreduced_psum_start",
      "unreduced_reduce_scatter_start",
    )),
    ("mutable references are not lifted", "return the new arrays", (
      "get", "swap", "addupdate", "run_state", "new_ref", "freeze", "pin", "unpin", "get_variable", "set_variable",
      "new_variable", "empty_ref", "free_ref", "accum_grad_in_ref", "broadcast_to", "new_box", "box_get", "box_set", "new_log",
      "log_extend", "log_read",
    )),
    ("it raises an exception for some data", "leave the check out, and checkify outside of what is lifted", (
      "check",
    )),
    ("its sizes are symbols", "call the function with arrays of known shape", (
      "dim_as_value", "dimension_size", "shape_assertion",
    )),
    ("it is a function compiled before", "lift the function that was exported", (
      "call_exported",
    )),
    ("it is a kernel for GPUs", "use jax.nn.dot_product_attention with implementation='xla', or jnp.einsum", (
      "cudnn_fusion", "dot_product_attention_fwd", "dot_product_attention_bwd", "dot_product_attention_fwd_wrapper",
      "dot_product_attention_bwd_wrapper", "dot_product_attention_fp8_fwd", "dot_product_attention_fp8_bwd",
      "dot_product_attention_fp8_fwd_wrapper", "dot_product_attention_fp8_bwd_wrapper", "scaled_matmul", "scaled_matmul_wrapper",
      "coo_spmm", "coo_spmv", "csr_spmm", "csr_spmv",
    )),
    ("JAX makes it while it compiles or evaluates, not while it traces", "lift the function itself", (
      "after_all", "create_token", "custom_lin", "create_linear", "custom_jvp_call_jaxpr", "call_hi_primitive",
      "call_hi_primitive_linearized", "eval_jaxpr", "from_edtype", "to_edtype", "stage", "unreachable",
    )),
)
