import { COLLAB_PARSE } from '../../content/version-labels'
import { importActions } from '../../importing/shapes'
import { environments } from '../../publishing/environments'
import { jobTopics } from '../../publishing/jobs'
import { fieldHeaders, headers } from '../headers'
import type { Parameter } from './operation'

const parameter = (name: string, description: string): Parameter => ({ name, description })

/** What the parts of an address mean. */
export const pathParameters: Readonly<Record<string, string>> = {
  org: 'The organization.',
  repo: 'The repository or site.',
  path: 'The path in it: one or more segments, each percent-encoded, with slashes between.',
  scope: 'An organization, optionally with repository and path: one to many segments with slashes between.',
  file_id: 'GUID of the file, from a version’s url.',
  version_id: 'GUID of the version, from a version’s url.',
  ext: 'Extension of the file, `html` or `json`.',
  id: 'The id from the list.',
  environment: '`preview` or `live`.',
  site: 'The site.',
  ref: 'The line of the site’s content: `main`.',
  topic: 'The kind of job: `preview`, `publish`, `preview-remove`, `publish-remove`, `status` or `index`.',
  what: '`undo` or `resume`.',
  name: 'The name of the job, or of the import.',
  action: '`check`, `run`, `pause`, `resume` or `cancel`.',
  number: 'The number of the item.'
}

/** Conditions of a request (RFC 9110). */
export const conditions: readonly Parameter[] = [
  parameter('If-Match', 'Only if the ETag is one of these; `*`: only if it is there.'),
  parameter('If-None-Match', 'Only if the ETag is none of these; `*`: only if it is not there.'),
  parameter('If-Unmodified-Since', 'Only if it did not change since.')
]

export const readConditions: readonly Parameter[] = [
  ...conditions,
  parameter('If-Modified-Since', 'Only if it changed since.'),
  parameter('Range', 'One range of bytes.'),
  parameter('If-Range', 'The range only if this is still the ETag or date.')
]

export const session = parameter(
  headers.session,
  'Names the editing session of an autosave: at most one version for each session and five minutes.'
)
export const continuation = parameter(
  headers.continuation,
  'Where a paged list goes on, from the answer before.'
)
export const ids = parameter(
  headers.ids,
  '`true`: each file tells its `id`, which it keeps when it is moved.'
)
export const operationName = parameter(
  headers.operation,
  'A name for the `progress` events of this operation, by which it can be stopped.'
)

export const initiator = parameter(
  fieldHeaders.initiator,
  `\`collab\`: the save of a program in which several people edit, an editing session of theirs. What it replaces is kept as \`${COLLAB_PARSE}\`.`
)

export const validators: readonly Parameter[] = [
  parameter('ETag', 'Strong, of exactly these bytes.'),
  parameter('Last-Modified', 'When the content was written.'),
  parameter(headers.fileId, 'The file’s GUID.'),
  parameter(fieldHeaders.fileId, 'The same.'),
  parameter(headers.modifiedBy, 'E-mail of who wrote the content, percent-escaped where needed.'),
  parameter(
    headers.modifiedByName,
    'The name of the same, percent-escaped where needed; absent where none is known.'
  ),
  parameter(
    headers.modifiedWith,
    'The program that it was written with, in quotes, or `a token`; absent for a window of Galley.'
  )
]
export const actions: readonly Parameter[] = [
  parameter(headers.actions, 'What the caller may do here: `read,write`, `read` or nothing.'),
  parameter(fieldHeaders.actions, 'The same behind the path: `/site/page.html=read,write`.')
]
export const childActions = parameter(
  fieldHeaders.childActions,
  'What the caller may do with what lies in the folder: `/site/docs/**=read,write`.'
)
export const files = parameter(headers.files, 'How many files it did.')
export const rewritten = parameter(
  headers.rewritten,
  'How many addresses were written anew, with `links=follow`.'
)
export const change = parameter(headers.change, 'What to name to take all of it back, with `links=follow`.')
export const errorText = parameter(fieldHeaders.error, 'The sentence, percent-escaped where needed.')
export const more = parameter(headers.continuation, 'There is more: send it with the next request.')
export const inTrash = parameter(headers.trash, 'The id in the trash.')

/** What a parameter of an address may be, where not anything: all else is no address. */
export const parameterPatterns: Readonly<Record<string, string>> = {
  environment: environments.join('|'),
  topic: jobTopics.join('|'),
  action: importActions.join('|'),
  number: String.raw`\d{1,9}`
}
