/** What the block library says. */
export const words = {
  title: 'Block library',
  search: 'Search blocks',
  blocks: 'Blocks',
  look: 'Look of the block',
  nothing: (query: string) => `No block here is called “${query}”.`,
  none: 'This site has no blocks yet. Name pages with samples in the sheet “library” of its config, or in its file library.json.',
  reading: 'Drawing …',
  unseen: 'No page with this block could be read.',
  insert: 'Insert',
  insertEmpty: 'Insert empty',
  close: 'Close',
  inLibrary: 'in the block library',
  inPages: (count: number) => (count === 1 ? 'on 1 page' : `on ${count} pages`)
} as const
