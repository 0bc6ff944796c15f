const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * The order of names and texts for people: as they count (`page-2` before `page-10`), whatever the case and
 * the accents, and the same on every computer. What programs compare is ordered by its code units, as
 * `sort()` does without it.
 */
export const compareNames = (a: string, b: string): number => collator.compare(a, b)
