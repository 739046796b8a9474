"""How the counting is run: compiled kernels, threads, processes, a Dask cluster, a GPU."""
