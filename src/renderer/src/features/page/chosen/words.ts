/** What is said of what is chosen in a page. */
export const words = {
  bar: 'Chosen words',
  menu: 'Page',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  noSuggestion: 'No suggestion',
  addWord: 'Add to dictionary',
  ignoreWord: 'Ignore',
  turnInto: 'Turn into',
  pressToPaste: (keys: string) =>
    `This browser does not let the page read the clipboard. Press ${keys} to paste.`
} as const
