import { z } from 'zod'
import { historyRecord, restored, versionRecord } from '../shapes'
import type { Operation } from './operation'
import { actions, conditions, validators } from './parameters'

const etag = [{ name: 'ETag', description: 'Strong, of exactly these bytes.' }]

/** Versions (CV, LV, GV) and configs (CC, GC). */
export const versionOperations = [
  {
    id: 'createVersion',
    method: 'POST',
    address: '/versionsource/{org}/{repo}/{path}',
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
    id: 'listVersions',
    method: 'GET',
    address: '/versionlist/{org}/{repo}/{path}',
    group: 'Versions',
    summary: 'Lists the versions of a file, newest first; `[]` when there are none, or no file.',
    caller: 'token',
    answers: {
      200: { description: 'The versions with content.', body: versionRecord.array(), headers: [...actions] }
    },
    refusals: ['bad-path', 'forbidden']
  },
  {
    id: 'listHistory',
    method: 'GET',
    address: '/app/history/{org}/{repo}/{path}',
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
    id: 'keepGivenUp',
    method: 'POST',
    address: '/app/history/{org}/{repo}/{path}',
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
  versionRead('readVersion', 'GET', '/versionsource/{org}/{file_id}/{version_id}.{ext}'),
  versionRead('headVersion', 'HEAD', '/versionsource/{org}/{file_id}/{version_id}.{ext}'),
  versionRead('readVersionInRepository', 'GET', '/versionsource/{org}/{repo}/{file_id}/{version_id}.{ext}'),
  versionRead('headVersionInRepository', 'HEAD', '/versionsource/{org}/{repo}/{file_id}/{version_id}.{ext}'),
  {
    id: 'readConfig',
    method: 'GET',
    address: '/config/{scope}',
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
  configWrite('writeConfig', 'POST'),
  configWrite('putConfig', 'PUT'),
  {
    id: 'deleteConfig',
    method: 'DELETE',
    address: '/config/{scope}',
    group: 'Configs',
    summary: 'Takes a config away; its history stays.',
    caller: 'token',
    headers: conditions,
    answers: { 204: { description: 'It is gone.', body: null, headers: [...actions] } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found', 'precondition-failed']
  },
  {
    id: 'listConfigs',
    method: 'GET',
    address: '/app/configs/{scope}',
    group: 'Configs',
    summary: 'Lists the paths at and below one that have a config.',
    caller: 'token',
    answers: { 200: { description: 'Sorted; only what the caller may read.', body: restored.array() } },
    refusals: ['bad-path']
  },
  {
    id: 'listConfigVersions',
    method: 'GET',
    address: '/app/config-history/{scope}',
    group: 'Configs',
    summary: 'Lists the versions of a config, newest first.',
    caller: 'token',
    answers: { 200: { description: 'The versions.', body: historyRecord.array() } },
    refusals: ['bad-path', 'forbidden']
  },
  {
    id: 'readConfigVersion',
    method: 'GET',
    address: '/app/config-version/{org}/{file_id}/{version_id}.json',
    group: 'Configs',
    summary: 'Reads a version of a config.',
    caller: 'token',
    answers: { 200: { description: 'The config as it was.', body: 'config', headers: etag } },
    refusals: ['bad-path', 'forbidden']
  }
] as const satisfies readonly Operation[]

/** A version by its ids; newer clients put the repository before them. */
function versionRead<
  const Id extends string,
  const Method extends 'GET' | 'HEAD',
  const Address extends string
>(id: Id, method: Method, address: Address) {
  return {
    id,
    method,
    address,
    group: 'Versions',
    summary: method === 'GET' ? 'Reads a version, byte for byte.' : 'Tells size and ETag of a version.',
    description: address.includes('{repo}')
      ? 'The same by the address that newer clients make.'
      : 'The address is the `url` of the version list, unchanged.',
    caller: 'token',
    headers: [{ name: 'If-None-Match', description: 'Only if the ETag is none of these.' }],
    answers: {
      200: {
        description: 'The content as it was.',
        body: method === 'GET' ? 'content' : null,
        headers: etag
      },
      304: { description: 'What the caller has is it.', body: null, headers: etag }
    },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'precondition-failed']
  } as const satisfies Operation
}

function configWrite<const Id extends string, const Method extends 'POST' | 'PUT'>(id: Id, method: Method) {
  return {
    id,
    method,
    address: '/config/{scope}',
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
  } as const satisfies Operation
}
