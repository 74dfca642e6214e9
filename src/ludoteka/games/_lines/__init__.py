"""What Abaku and Calculissimo really share: names of squares, tile strings, sets of tiles, data files.

No rule of either game lives here.
"""
