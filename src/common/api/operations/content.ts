import { RESTORE_POINT } from '../../content/version-labels'
import { errorBody, restored, trashItem, listItem, write } from '../shapes'
import { endpoint, type Operation } from './operation'
import {
  actions,
  childActions,
  conditions,
  change,
  continuation,
  files,
  ids,
  initiator,
  inTrash,
  more,
  operationName,
  readConditions,
  rewritten,
  session,
  validators
} from './parameters'

const group = 'Content'
const content = {
  kind: 'fields',
  raw: true,
  fields: [
    { name: 'data', description: 'The content of the file.', required: true },
    { name: 'guid', description: 'The GUID of a new file.', required: false }
  ]
} as const
const written = {
  201: { description: 'Created.', body: write, headers: [...validators, ...actions] },
  200: {
    description: 'Replaced; the content before is a version.',
    body: write,
    headers: [...validators, ...actions]
  }
}
/** A file, or a folder. */
const writtenOrMade = {
  201: { ...written[201], body: write.or(restored) },
  200: { ...written[200], body: write.or(restored) }
}
const writeRefusals = [
  'bad-path',
  'bad-request',
  'forbidden',
  'exists',
  'name-clash',
  'is-folder',
  'is-file',
  'precondition-failed',
  'too-large'
] as const

const overwrite = '`true`: files in the way go to the trash.'
const transfer = {
  group,
  description: 'All or nothing, within one organization.',
  caller: 'token',
  headers: [operationName],
  body: {
    kind: 'fields',
    fields: [
      { name: 'destination', description: 'Where to, `/org/repo/path`.', required: true },
      { name: 'overwrite', description: overwrite, required: false }
    ]
  },
  answers: {
    204: { description: 'Done.', body: null, headers: [files, ...actions] }
  },
  refusals: [
    'cancelled',
    'bad-path',
    'bad-request',
    'into-itself',
    'across-orgs',
    'forbidden',
    'not-found',
    'exists',
    'name-clash',
    'is-folder',
    'is-file'
  ]
} as const

/** Files, folders, copies, moves and the trash (S1–S5). */
const linkFields = [
  {
    name: 'links',
    description: '`follow`: links follow; `leave`, the default: they stay as they are.',
    required: false
  },
  {
    name: 'plan',
    description: 'The `plan` of `POST /links/plan`: only if it is still the same.',
    required: false
  },
  {
    name: 'except',
    description:
      'What stays as it is, one a line: the path of a document, or with a blank and the number of an address behind it.',
    required: false
  },
  {
    name: 'redirects',
    description: '`true`: the redirects that the plan offers are added to the site’s sheet.',
    required: false
  }
] as const

export const contentOperations = [
  {
    ...endpoint('readFile'),
    group,
    summary: 'Reads a file, or a range of it.',
    description: 'A path without extension is the page of that name: `/docs/page` reads `/docs/page.html`.',
    caller: 'token',
    headers: readConditions,
    answers: {
      200: {
        description: 'The content, byte for byte.',
        body: 'content',
        headers: [...validators, ...actions]
      },
      206: { description: 'The range.', body: 'content', headers: [...validators, ...actions] },
      416: { description: 'The range lies outside of the file.', body: errorBody },
      304: { description: 'What the caller has is current.', body: null, headers: validators }
    },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found', 'precondition-failed']
  },
  {
    ...endpoint('headFile'),
    group,
    summary: 'Tells size, type and ETag of a file.',
    caller: 'token',
    headers: readConditions,
    answers: {
      200: { description: 'As GET, without the content.', body: null, headers: [...validators, ...actions] },
      304: { description: 'What the caller has is current.', body: null, headers: validators }
    },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found', 'precondition-failed']
  },
  {
    ...endpoint('updateFile'),
    group,
    summary: 'Creates or replaces a file; without body, on a path without extension, makes a folder.',
    description:
      'HTML and JSON up to 64 MB; everything else of any size. An update of HTML or JSON keeps the content before as a version.',
    caller: 'token',
    headers: [...conditions, session, initiator],
    body: content,
    answers: writtenOrMade,
    refusals: writeRefusals
  },
  {
    ...endpoint('putFile'),
    group,
    summary: 'Creates or replaces a file; without body, on a path without extension, makes a folder.',
    caller: 'token',
    headers: [...conditions, session, initiator],
    body: content,
    answers: writtenOrMade,
    refusals: writeRefusals
  },
  {
    ...endpoint('deleteFile'),
    group,
    summary: 'Puts a file or folder into the trash.',
    description: `The last content stays as the version “${RESTORE_POINT}”. A folder goes as a whole or not at all.`,
    caller: 'token',
    headers: [...conditions, operationName],
    answers: { 204: { description: 'It is in the trash.', body: null, headers: [inTrash, ...actions] } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found', 'precondition-failed', 'cancelled']
  },
  {
    ...endpoint('list', {
      limit: 'How many at most, 1 to 100,000.',
      missing:
        '`refuse`: a folder that is not there is 404; `empty`: it is an empty list, as it is by default unless ids are asked for.'
    }),
    group,
    summary: 'Lists a folder: what the caller may read, and the way to it.',
    description: 'Without a path: the organizations. Sorted by name; the whole list unless `limit` is given.',
    caller: 'token',
    headers: [continuation, ids],
    answers: {
      200: { description: 'The list.', body: listItem.array(), headers: [more, ...actions, childActions] }
    },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found']
  },
  {
    ...endpoint('copy', { overwrite }),
    ...transfer,
    summary: 'Copies a file or folder: new ids, no history.'
  },
  {
    ...endpoint('move', { overwrite }),
    ...transfer,
    summary: 'Moves a file or folder: ids, history and version addresses stay.',
    description:
      'All or nothing, within one organization. With `links=follow` everything that links to what moves, and what moves itself, is written anew as far as it has to be, together with the move; `POST /app/changes/{id}/undo` takes both back.',
    body: { kind: 'fields', fields: [...transfer.body.fields, ...linkFields] },
    answers: {
      204: { description: 'Done.', body: null, headers: [files, rewritten, change, ...actions] }
    },
    refusals: [...transfer.refusals, 'precondition-failed', 'too-many']
  },
  {
    ...endpoint('listTrash'),
    group,
    summary:
      'Lists what is in the trash of a site; of an organization, with its deleted sites; without a path of all organizations.',
    caller: 'token',
    answers: { 200: { description: 'Newest first.', body: trashItem.array() } },
    refusals: ['bad-path', 'forbidden']
  },
  {
    ...endpoint('restoreFromTrash'),
    group,
    summary: 'Puts something back where it was, with ids and history.',
    caller: 'token',
    answers: { 200: { description: 'Where it is.', body: restored } },
    refusals: ['bad-path', 'forbidden', 'not-found', 'exists']
  },
  {
    ...endpoint('deleteFromTrash'),
    group,
    summary: 'Deletes something for good.',
    caller: 'token',
    answers: { 204: { description: 'It is gone.', body: null } },
    refusals: ['bad-path', 'forbidden', 'not-found']
  }
] as const satisfies readonly Operation[]
