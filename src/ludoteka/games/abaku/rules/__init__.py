"""The law of Abaku: equations, lines, placements, points, the referee, ends. One function per rule."""
