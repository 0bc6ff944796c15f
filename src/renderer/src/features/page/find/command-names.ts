/** The commands of finding that only a page has. */
export const findCommandNames = {
  'page.find-next': { title: 'Next find in the page', group: 'Go', shortcut: 'F3' },
  'page.find-previous': { title: 'Previous find in the page', group: 'Go', shortcut: 'shift+F3' }
} as const
