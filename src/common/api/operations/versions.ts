import { z } from 'zod'
import { historyRecord, restored, versionRecord } from '../shapes'
import { endpoint, type Operation } from './operation'
import { actions, conditions, validators } from './parameters'

const etag = [{ name: 'ETag', description: 'Strong, of exactly these bytes.' }]

const current = { description: 'What the caller has is it.', body: null, headers: etag }
const version = {
  group: 'Versions',
  summary: 'Reads a version, byte for byte.',
  caller: 'token',
  headers: [{ name: 'If-None-Match', description: 'Only if the ETag is none of these.' }],
  answers: { 200: { description: 'The content as it was.', body: 'content', headers: etag }, 304: current },
  refusals: ['bad-path', 'bad-request', 'forbidden', 'precondition-failed']
} as const
const versionHead = {
  ...version,
  summary: 'Tells size and ETag of a version.',
  answers: { 200: { description: 'The content as it was.', body: null, headers: etag }, 304: current }
} as const
const unchanged = 'The address is the `url` of the version list, unchanged.'
/** The repository before the ids. */
const newer = 'The same by the address that newer clients make.'

const configWrite = {
  group: 'Configs',
  summary: 'Creates or replaces a config.',
  description: 'Up to 16 MB. A refusal `bad-config` names the rule, and the place as a JSON Pointer.',
  caller: 'token',
  headers: conditions,
  body: {
    kind: 'fields',
    fields: [{ name: 'config', description: 'The config as JSON text.', required: true }]
  },
  answers: {
    201: { description: 'The stored config.', body: 'config', headers: [...validators, ...actions] }
  },
  refusals: [
    'bad-path',
    'bad-request',
    'bad-config',
    'forbidden',
    'name-clash',
    'precondition-failed',
    'too-large'
  ]
} as const

/** Versions (CV, LV, GV) and configs (CC, GC). */
export const versionOperations = [
  {
    ...endpoint('createVersion'),
    group: 'Versions',
    summary: 'Makes a version of a file as it is now.',
    caller: 'token',
    description: 'The label may come as a field of a form as well.',
    body: {
      kind: 'json',
      schema: z.object({ label: z.string().min(1).max(200).exactOptional() }),
      required: false
    },
    answers: { 201: { description: 'Made; the version list has its url.', body: null } },
    refusals: ['bad-path', 'bad-request', 'bad-label', 'forbidden', 'not-found', 'not-versioned', 'too-large']
  },
  {
    ...endpoint('listVersions'),
    group: 'Versions',
    summary: 'Lists the versions of a file, newest first; `[]` when there are none, or no file.',
    caller: 'token',
    answers: {
      200: { description: 'The versions with content.', body: versionRecord.array(), headers: [...actions] }
    },
    refusals: ['bad-path', 'forbidden']
  },
  {
    ...endpoint('listHistory'),
    group: 'Versions',
    summary: 'Lists the versions of a file with who wrote the content of each, and when.',
    description:
      'The `timestamp` of a version is when it was made: of one that the service made, when its content was replaced. `written` is absent where the history does not tell who wrote it.',
    caller: 'token',
    answers: {
      200: { description: 'The versions with content.', body: historyRecord.array(), headers: [...actions] }
    },
    refusals: ['bad-path', 'forbidden']
  },
  {
    ...endpoint('keepGivenUp'),
    group: 'Versions',
    summary: 'Makes a version of what is sent, and leaves the file as it is.',
    description:
      'For words that are given up for somebody else’s and are to be had again: the version says who wrote them. HTML and JSON up to 64 MB.',
    caller: 'token',
    headers: conditions,
    body: {
      kind: 'fields',
      fields: [{ name: 'data', description: 'The content.', required: true }],
      raw: true
    },
    answers: { 201: { description: 'Made; the version list has its url.', body: null } },
    refusals: [
      'bad-path',
      'bad-request',
      'forbidden',
      'not-found',
      'not-versioned',
      'precondition-failed',
      'too-large'
    ]
  },
  { ...endpoint('readVersion'), ...version, description: unchanged },
  { ...endpoint('headVersion'), ...versionHead, description: unchanged },
  { ...endpoint('readVersionInRepository'), ...version, description: newer },
  { ...endpoint('headVersionInRepository'), ...versionHead, description: newer },
  {
    ...endpoint('readConfig'),
    group: 'Configs',
    summary: 'Reads the config of exactly this path; nothing is inherited.',
    caller: 'token',
    headers: conditions,
    answers: {
      200: {
        description: 'The config as it was sent.',
        body: 'config',
        headers: [...validators, ...actions]
      },
      304: { description: 'What the caller has is current.', body: null, headers: validators }
    },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found', 'precondition-failed']
  },
  { ...endpoint('writeConfig'), ...configWrite },
  { ...endpoint('putConfig'), ...configWrite },
  {
    ...endpoint('deleteConfig'),
    group: 'Configs',
    summary: 'Takes a config away; its history stays.',
    caller: 'token',
    headers: conditions,
    answers: { 204: { description: 'It is gone.', body: null, headers: [...actions] } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found', 'precondition-failed']
  },
  {
    ...endpoint('listConfigs'),
    group: 'Configs',
    summary: 'Lists the paths at and below one that have a config.',
    caller: 'token',
    answers: { 200: { description: 'Sorted; only what the caller may read.', body: restored.array() } },
    refusals: ['bad-path']
  },
  {
    ...endpoint('listConfigVersions'),
    group: 'Configs',
    summary: 'Lists the versions of a config, newest first.',
    caller: 'token',
    answers: { 200: { description: 'The versions.', body: historyRecord.array() } },
    refusals: ['bad-path', 'forbidden']
  },
  {
    ...endpoint('readConfigVersion'),
    group: 'Configs',
    summary: 'Reads a version of a config.',
    caller: 'token',
    answers: { 200: { description: 'The config as it was.', body: 'config', headers: etag } },
    refusals: ['bad-path', 'forbidden']
  }
] as const satisfies readonly Operation[]
