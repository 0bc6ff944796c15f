/** What the page editor says. Commands, and what is said about pages that are not written in as such. */
export const words = {
  view: 'View of the page',
  page: 'Page',
  source: 'Source',
  format: 'Format',
  moreFormats: 'More formats',
  isOn: 'on',
  kind: 'Kind of text',
  paragraph: 'Paragraph',
  heading: (level: number) => `Heading ${level}`,
  otherKind: 'Text',
  undo: 'Undo',
  redo: 'Redo',
  blockName: 'block',
  moved: 'Moved',
  turnedInto: (kind: string) => `Turned into ${kind}`,
  deleted: 'Deleted. Undo brings it back.',
  who: 'This page',
  whatIsRead: 'page',
  nothingChosen: 'Put the cursor into the page first.',
  menuOf: { section: 'Section', block: 'Block', row: 'Row', table: 'Table' }
} as const
