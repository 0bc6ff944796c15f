/** What is said about a person's own snippets. */
export const words = {
  save: 'Save as a snippet',
  manage: 'Snippets',
  name: 'Name',
  hint: 'It is kept on this computer, and offered behind / in every page.',
  none: 'There are no snippets yet. Choose something in a page, then “Save as a snippet”.',
  keep: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  remove: 'Delete',
  removeOf: (name: string) => `Delete ${name}`,
  nameOf: (name: string) => `Name of ${name}`,
  group: 'Snippets',
  saved: (name: string) => `“${name}” is a snippet now`,
  removed: (name: string) => `“${name}” is no snippet any more`,
  typeName: 'Type a name.',
  tooLarge: 'This is too large for a snippet. Choose less of the page.',
  tooMany: 'There is no room for more snippets. Delete one that is not used.'
} as const
