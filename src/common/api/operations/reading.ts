import { errorBody } from '../shapes'
import { endpoint, type Operation } from './operation'

const read = [
  { name: 'If-None-Match', description: 'Only if the ETag is none of these; `*`: only if it is not there.' },
  { name: 'If-Modified-Since', description: 'Only if it changed since.' }
]
const etag = { name: 'ETag', description: 'Strong, of what is delivered.' }
const known = { description: 'What the reader has is current.', body: null, headers: [etag] }

const preflight = {
  group: 'Readers',
  summary: 'Answers the browser’s question before a page of another origin reads this.',
  caller: 'reader',
  answers: {
    204: {
      description: 'It may: by GET and HEAD.',
      body: null,
      headers: [
        { name: 'Access-Control-Allow-Methods', description: '`GET, HEAD, OPTIONS`.' },
        { name: 'Access-Control-Allow-Headers', description: '`authorization, if-none-match, range`.' }
      ]
    }
  },
  refusals: []
} as const

/** What readers get of what is published (F5, F6, N3). */
export const readerOperations = [
  {
    ...endpoint('deliver', { envelope: '`true`: `{metadata, data}`.' }),
    group: 'Readers',
    summary:
      'Reads the data of a published structured document as JSON, typed by the schema it was published with.',
    description: 'A browser gets a page to look at, unless the path ends with `.json`.',
    caller: 'reader',
    headers: read,
    answers: { 200: { description: 'The data.', body: 'data', headers: [etag] }, 304: known },
    refusals: ['bad-path', 'bad-request', 'not-found']
  },
  { ...endpoint('preflightDelivery'), ...preflight },
  {
    ...endpoint('readSite', {
      sheet: 'Of a file with sheets: the one to answer; several times for several.',
      limit: 'Of each sheet: how many rows.',
      offset: 'Of each sheet: how many rows to leave out first.'
    }),
    group: 'Readers',
    summary: 'Reads a published page, sheet or media file as readers of the site get it.',
    description:
      'Pages are whole documents; `….plain.html` is their sections alone. Sheets come without what is private. On the live site the targets of the query index are sheets too; while one is made for the first time the answer is 503 with `Retry-After`.',
    caller: 'reader',
    headers: [
      ...read,
      { name: 'Range', description: 'Of media: one range of bytes.' },
      { name: 'If-Range', description: 'The range only if this is still the ETag or date.' }
    ],
    answers: {
      200: { description: 'The content.', body: 'content', headers: [etag] },
      206: { description: 'The range.', body: 'content', headers: [etag] },
      301: {
        description: 'It is elsewhere: by the sheet `redirects.json`, or in the folder.',
        body: null,
        headers: [{ name: 'Location', description: 'Where.' }]
      },
      304: known,
      404: { description: 'For browsers the site’s own page `404`, or a plain one.', body: 'html' },
      416: { description: 'The range lies outside of the file.', body: errorBody }
    },
    refusals: ['bad-path', 'bad-request', 'not-found']
  },
  { ...endpoint('preflightSite'), ...preflight }
] as const satisfies readonly Operation[]
