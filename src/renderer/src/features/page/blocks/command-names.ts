/** Commands of what stands in a page, beyond its lines and blocks. */
export const blockCommandNames = {
  'page.code-block': { title: 'Turn into a code block', group: 'Edit', where: 'page' },
  'page.rule': { title: 'Add a line across the page', group: 'Edit', where: 'page' },
  'page.line-break': { title: 'Add a line break', group: 'Edit', where: 'page' },
  'page.nest': { title: 'Move the item in', group: 'Edit', where: 'page' },
  'page.unnest': { title: 'Move the item out', group: 'Edit', where: 'page' },
  'page.split-section': { title: 'Begin a section here', group: 'Edit', where: 'page' }
} as const
