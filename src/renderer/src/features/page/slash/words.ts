/** What the menu of `/` and `[[` says. */
export const words = {
  add: 'Add here',
  link: 'Link to a page',
  placeholder: 'Insert a placeholder',
  icon: 'Insert an icon',
  text: 'Text',
  lists: 'Lists',
  page: 'Page',
  blocks: 'Blocks',
  linkToPage: 'Link to page…',
  otherBlock: 'Another block…',
  library: 'Block library',
  inPages: (count: number) =>
    count === 0 ? 'in the block library' : count === 1 ? 'on 1 page' : `on ${count} pages`,
  nothing: (query: string) => `Nothing here is called “${query}”. Escape leaves the words.`,
  offered: (count: number) =>
    `${count === 1 ? '1 choice' : `${count} choices`}. Arrow keys and Enter choose.`,
  place: (title: string, place: number, of: number) => `${title}, ${place} of ${of}`
} as const
