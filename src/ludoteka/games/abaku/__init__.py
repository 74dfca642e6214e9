"""Abaku: equations of digits, laid crosswise (docs/rules/abaku.md)."""
