import { numberText } from '../../../components/formats'

/** What is said about pictures in a page. */
export const words = {
  preparing: 'Reading…',
  waitsForOthers: 'Waits…',
  fetching: (host: string) => `Asking ${host}…`,
  fetched: 'It is here. It is put in with the others.',
  fetchedAll: (count: number) =>
    count === 1
      ? 'The picture is in the page’s folder now.'
      : `${numberText(count)} pictures are in the page’s folder now.`,
  ownNetwork: (host: string) =>
    `${host} is in this computer or in your own network. Try again if that is where it is to come from.`,
  fetchTitle: 'Fetch pictures from other servers?',
  fetchFrom: (count: number) =>
    count === 1
      ? 'One picture of this page is fetched into its folder. This server is asked for it, and learns the address of this computer:'
      : `${numberText(count)} pictures of this page are fetched into its folder. These servers are asked for them, and learn the address of this computer:`,
  fetchHost: (host: string, count: number) =>
    `${host}: ${count === 1 ? '1 picture' : `${numberText(count)} pictures`}`,
  fetch: 'Fetch',
  leaveThere: 'Leave it there',
  uploading: (percent: number) => `Uploading ${percent} %`,
  storing: 'Uploading…',
  waits: 'Uploaded. It is put in when the page is shown again.',
  inserted: 'Picture inserted. Describe picture is in the menu, for those who do not see it.',
  job: (name: string) => `Uploading ${name}`,
  noPicture: (name: string) =>
    `${name} is no picture that pages can show. Drop it on a folder of the tree, or save it as JPEG, PNG, WebP, AVIF, GIF or SVG.`,
  empty: (name: string) => `${name} is empty.`,
  notInserted: 'Not inserted',
  noPlace: 'The page cannot be written in now. Try again when it can.',
  nowhereElse: 'The names that it could have are all taken. Rename the file, and try again.',
  largeTitle: 'Make large pictures smaller?',
  large: (count: number) =>
    count === 1
      ? 'This picture is larger than a page shows it. A smaller one loads faster; the file on your computer stays as it is.'
      : 'These pictures are larger than a page shows them. Smaller ones load faster; the files on your computer stay as they are.',
  largeLine: (name: string, width: number, height: number, size: string) =>
    `${name}: ${numberText(width)} × ${numberText(height)} dots, ${size}`,
  andMore: (count: number) => `and ${numberText(count)} more`,
  keep: 'Keep as they are',
  keepOne: 'Keep as it is',
  makeSmaller: 'Make smaller',
  insert: 'Insert a picture',
  replace: 'Replace the picture',
  search: 'Search the pictures of this site',
  list: 'Pictures',
  fromComputer: 'From this computer…',
  looking: 'Looking for pictures…',
  noneHere: 'This site has no pictures yet. Take one from this computer, or drop it on the page.',
  noneFound: 'No picture has these words in its name or folder.',
  notAll: (shown: number, of: number) =>
    `${numberText(shown)} of ${numberText(of)} pictures. Type to find others.`,
  unreadable: 'The pictures of this site could not be listed.',
  ofThisPage: 'of this page',
  bar: 'Picture',
  alt: 'What it shows',
  altHint: 'What it shows, for those who do not see it',
  onlyDecoration: 'Only decoration',
  focal: 'Focal point…',
  open: 'Open the file',
  remove: 'Remove',
  removed: 'Picture removed. Undo brings it back.',
  described: 'Described',
  focalTitle: 'Focal point',
  focalHint:
    'The place that stays in sight where the picture is cut to a shape. Click on it, or move it with the arrow keys.',
  focalField: (x: number, y: number) => `Focal point: ${x} % from the left, ${y} % from the top`,
  focalSet: 'Set',
  focalNone: 'No focal point',
  cancel: 'Cancel'
} as const
