"""The search for placements: `survey` (what squares allow), `search` (the walks), `work_layout` (arrays)."""
