/** The name and the variants that a class list says, spelled as it is. */
export function namesIn(classes: string): { readonly name: string; readonly variants: readonly string[] } {
  const [name = '', ...variants] = classes.split(/\s+/).filter((one) => one !== '')
  return { name, variants }
}

/** As authors write it: `cards (wide, dark)`. */
export function blockTitle(classes: string): string {
  const { name, variants } = namesIn(classes)
  return variants.length === 0 ? name : `${name} (${variants.join(', ')})`
}

/**
 * The class list that a title means; what stood in `before` and still does keeps its spelling and its blanks.
 * @returns null for a title that names nothing
 */
export function classesOf(title: string, before: string): string | null {
  const [, name = '', inside = ''] = /^([^(]*)(?:\(([^)]*)\)?)?/.exec(title) ?? []
  const one = (text: string) => text.trim().split(/\s+/).join('-')
  const wanted = [one(name), ...inside.split(',').map(one)].filter((word) => word !== '')
  if (one(name) === '') return null
  if (title.trim() === blockTitle(before)) return before
  return wanted.join(' ')
}

/** Blocks that say something about the page or the section, and show nothing. */
export const isMetadata = (classes: string): boolean => /^(section-)?metadata$/i.test(namesIn(classes).name)
