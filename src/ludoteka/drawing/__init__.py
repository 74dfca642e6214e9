"""Pictures of boards: SVG by itself; PNG, arrays and animations with the extra `pictures`."""
