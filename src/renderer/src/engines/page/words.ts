/** What the page engine says. */

const rows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

export const words = {
  page: (name: string) => `Page ${name}`,
  section: (number?: number) => (number === undefined ? 'section' : `Section ${number}`),
  emptySection: 'Write here',
  blockPart: (name: string) => `block ${name}`,
  rowPart: 'row',
  tablePart: 'table',
  block: (title: string, count: number) => `Block ${title}, ${rows(count)}`,
  row: (row: number) => `Row ${row}`,
  cell: (row: number, column: number) => `Row ${row}, column ${column}`,
  comment: 'comment',
  otherText: 'text',
  island: (name: string, text: string) => (text === '' ? `HTML ${name}` : `HTML ${name}: ${text}`),
  image: (alt: string | null) => (alt === null ? 'Picture without a description' : `Picture: ${alt}`),
  handle: (name: string) => `Choose or move ${name}`,
  handleHint: 'Drag to move; click to choose',
  handleHintWithMenu: 'Drag to move; click for more',
  look: 'Look',
  lookAt: (name: string) => `Look at ${name} as readers see it`,
  menu: (name: string) => `More about ${name}`,
  rename: 'Change name and variants',
  renameBlock: (title: string) => `${title}: change name and variants`,
  renameField: 'Name and variants, such as cards (wide)',
  offers: 'Names that the site uses',
  offer: (title: string, detail: string) => `${title}, ${detail}`,
  renamed: (title: string) => `Block ${title}`,
  form: 'Edit in a form',
  formToRead: 'As a form',
  placeholder: (name: string, text: string) =>
    text === '' ? `Placeholder ${name}` : `Placeholder ${name}: ${text}`,
  icon: (name: string) => `Icon ${name}`,
  brokenLink: 'Leads to no page of this site',
  fold: 'Hide',
  unfold: 'Show',
  movedTo: (place: number, of: number) => `Moved to place ${place} of ${of}`,
  pasteTooLarge: 'This is more than a page can hold, so nothing was pasted. Paste it in parts.',
  held: 'Not saved: something in this page would be written otherwise than it is shown. What you typed is kept here. Turn to Source to see it, or undo what you did last.'
} as const
