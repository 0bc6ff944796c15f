import {
  actionRequest,
  importList,
  importShown,
  importRequest,
  itemContents,
  itemList
} from '../../importing/shapes'
import { endpoint, type Operation } from './operation'

const group = 'Import'
const shown = { description: 'The import as it is now.', body: importShown }

/** Bringing content in from published sites (U4): list, check, run, compare. */
export const importOperations = [
  {
    ...endpoint('startImport'),
    group,
    summary: 'Begins an import into a site: lists what there is.',
    description:
      'The source is what is published of a site here, a publishing admin service with its token, or a list of addresses. Nothing is written before `run`. Hosts of this computer or its network are the owner’s alone, who is asked first: `own-network`, then `ownNetwork: true`. Progress comes as `progress` events with the import’s name.',
    caller: 'token',
    body: { kind: 'json', schema: importRequest, required: true },
    answers: { 202: { ...shown, description: 'Begun.' } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'own-network', 'too-large']
  },
  {
    ...endpoint('listImports'),
    group,
    summary: 'Lists the imports into a site, newest first.',
    caller: 'token',
    answers: { 200: { description: 'The imports.', body: importList } },
    refusals: ['bad-path', 'forbidden']
  },
  {
    ...endpoint('listUnfinishedImports'),
    group,
    summary: 'Lists the imports of all sites that are under way or paused, newest first.',
    caller: 'token',
    answers: { 200: { description: 'Those into what the caller may write.', body: importList } },
    refusals: []
  },
  {
    ...endpoint('readImport'),
    group,
    summary: 'Tells how far an import is, with its numbers.',
    caller: 'token',
    answers: { 200: shown },
    refusals: ['bad-path', 'forbidden', 'not-found']
  },
  {
    ...endpoint('removeImport'),
    group,
    summary: 'Forgets an import; what it brought in stays.',
    caller: 'token',
    answers: { 204: { description: 'Forgotten.', body: null } },
    refusals: ['bad-path', 'forbidden', 'not-found']
  },
  {
    ...endpoint('actOnImport'),
    group,
    summary: 'Takes the next step: check, run, pause, resume or cancel.',
    description:
      '`check` is the dry run and changes nothing; `run` writes what is chosen, replaces files only with `replace`, and compares it with its source afterwards. `409` for a step that does not fit now.',
    caller: 'token',
    body: { kind: 'json', schema: actionRequest, required: false },
    answers: { 200: shown },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found', 'exists', 'too-large']
  },
  {
    ...endpoint('listImportItems', { offset: 'The first one; default 0.', limit: 'How many; default all.' }),
    group,
    summary:
      'Lists the items of an import with what the check saw, what became of them, and what differs from the source.',
    caller: 'token',
    answers: { 200: { description: 'The items.', body: itemList } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found']
  },
  {
    ...endpoint('readImportItem'),
    group,
    summary: 'Shows the file that is there and the one that would come, for comparing.',
    caller: 'token',
    answers: { 200: { description: 'Both as text; null for none, and for media.', body: itemContents } },
    refusals: ['bad-path', 'forbidden', 'not-found']
  },
  {
    ...endpoint('exportImport'),
    group,
    summary: 'The report as CSV, one line an item.',
    caller: 'token',
    answers: { 200: { description: 'The report.', body: 'data' } },
    refusals: ['bad-path', 'forbidden', 'not-found']
  }
] as const satisfies readonly Operation[]
