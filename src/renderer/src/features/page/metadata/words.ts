/** What the form of metadata says. */
export const words = {
  title: { page: 'Metadata of the page', section: 'Metadata of the section' },
  saysNothing: 'Nothing is said here.',
  labels: {
    title: 'Title',
    description: 'Description',
    image: 'Image',
    tags: 'Tags',
    robots: 'Robots',
    canonical: 'Canonical address',
    style: 'Style',
    template: 'Template',
    theme: 'Theme',
    author: 'Author'
  } as Readonly<Record<string, string>>,
  hints: {
    description: 'One or two sentences for search results',
    image: 'An address, such as /media/quay.jpg',
    tags: 'Enter or a comma ends one',
    robots: 'Empty: found and followed',
    style: 'With commas between them'
  } as Readonly<Record<string, string>>,
  robots: {
    noindex: 'not in search results',
    nofollow: 'its links are not followed',
    noarchive: 'no copy is shown',
    nosnippet: 'no words of it are shown',
    noimageindex: 'its pictures are not in search results'
  } as Readonly<Record<string, string>>,
  chooseImage: 'Choose a picture',
  remove: (key: string) => `Remove ${key}`,
  inPage: 'Edit in the page',
  rich: (key: string) => `${key} holds more than plain words. It is written in the page.`,
  newKey: 'New key',
  add: 'Add',
  noSection: 'Put the cursor into a section.',
  removed: 'Removed. Undo brings it back.'
} as const
