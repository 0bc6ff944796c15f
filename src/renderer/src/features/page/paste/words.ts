import { originName, type Origin } from '../../../../../common/formats/page/paste'

const pictures = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`)

/** What the strip after a paste says. */
export const words = {
  strip: 'What was pasted',
  from: (origin: Origin) => `Pasted from ${originName(origin)}.`,
  asMarkdown: 'Pasted as Markdown.',
  remote: (count: number) =>
    count === 1 ? '1 picture is on another server.' : `${count} pictures are on other servers.`,
  lost: (count: number) =>
    `${pictures(count)} did not come along: put ${count === 1 ? 'it' : 'them'} in from a file.`,
  spaces: (count: number) =>
    count === 1 ? '1 blank between words does not break.' : `${count} blanks between words do not break.`,
  asText: 'As text instead',
  fetch: (count: number) => (count === 1 ? 'Fetch it…' : 'Fetch them…'),
  links: (count: number) => (count === 1 ? 'Make it a link' : 'Make them links'),
  linksDone: 'The pictures are links now.',
  plain: 'Make them plain spaces',
  close: 'Close',
  plainDone: 'Blanks are plain spaces now.',
  textDone: 'Pasted as text.',
  noClipboard: 'The browser does not give the clipboard to this page. Press Ctrl or Cmd, Shift and V.'
} as const
