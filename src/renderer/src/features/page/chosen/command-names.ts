/** Commands of the bars of a page. */
export const chosenCommandNames = {
  'page.selection-bar': { title: 'Bar above chosen words', group: 'View' },
  'page.go-to-selection-bar': { title: 'Go to the bar of the chosen words', group: 'Go', where: 'page' },
  'page.show-format-bar': { title: 'Format bar', group: 'View' }
} as const
