//! Hex on boards from 1x1 to 26x26, square or not, with fill-and-flood playouts.
