"""How strong somebody is, as far as results tell: pure functions, no database and no clock."""
