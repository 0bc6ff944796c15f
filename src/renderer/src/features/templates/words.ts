/** What is said about templates of pages. */
export const words = {
  title: 'New page from a template',
  name: 'Name',
  template: 'Template',
  create: 'Create page',
  cancel: 'Cancel',
  close: 'Close',
  reading: 'Looking for templates …',
  none: 'This site has no templates yet. Every page in its folder “templates” is one: choose a page, then “Duplicate as template”.',
  made: (name: string) => `“${name}” is a template now`,
  notMade: (name: string) => `“${name}” was not made a template`,
  notUndone: 'The template could not be removed'
} as const
