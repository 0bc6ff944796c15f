import type { ArchivedFile } from '../seam/archive'
import { keyOf, parentKeyOf } from './places'
import { rows, type Into } from './put-rows'
import { hashBytes, json } from './values'

/** Files of an archive with their histories; their contents, and what they are in the trash as, are there. */
export async function putFiles(into: Into, files: readonly ArchivedFile[]): Promise<void> {
  await rows(
    into,
    `entries (workspace_id, id, kind, here, path, key, parent, hash, size, at, by_whom, session, since, last_version_at,
       touched_at, trash_id)`,
    'uuid, text, boolean, text, text, text, bytea, bigint, double precision, text, text, double precision, double precision, double precision, uuid',
    files,
    (file) => [
      file.id,
      'file',
      file.trash === undefined,
      file.path,
      keyOf(file.path),
      parentKeyOf(file.path),
      hashBytes(file.hash),
      file.size,
      file.at,
      json(file.by),
      file.session === undefined ? null : json(file.session),
      file.since ?? null,
      file.versions.reduce((last, { timestamp }) => Math.max(last, timestamp), 0),
      touchedAt(file),
      file.trash ?? null
    ]
  )
  await rows(
    into,
    'versions (workspace_id, file_id, id, at, users, path, label, hash, size, written_at, written_by)',
    'uuid, uuid, double precision, text, text, text, bytea, bigint, double precision, text',
    files.flatMap(({ id: file, versions }) => versions.map((version) => ({ file, ...version }))),
    ({ file, id, timestamp, users, path, label, hash, size, written }) => [
      file,
      id,
      timestamp,
      json(users),
      path,
      label === undefined ? null : json(label),
      hashBytes(hash),
      size,
      written?.at ?? null,
      written ? json(written.by) : null
    ]
  )
  await rows(
    into,
    'happenings (workspace_id, file_id, kind, at, by_whom, path, deleted_at, hash, size)',
    'uuid, text, double precision, text, text, double precision, bytea, bigint',
    files.flatMap(happeningsOf),
    (line) => line
  )
}

function happeningsOf({ id, created, places, written }: ArchivedFile): (readonly unknown[])[] {
  return [
    ...(created
      ? [[id, 'created', created.at, created.by ? json(created.by) : null, created.path, null, null, null]]
      : []),
    ...places.map(({ at, by, path, deletedAt }) => [
      id,
      'placed',
      at,
      by ? json(by) : null,
      path,
      deletedAt ?? null,
      null,
      null
    ]),
    ...written.map(({ hash, size, at, by }) => [
      id,
      'written',
      at,
      json(by),
      null,
      null,
      hashBytes(hash),
      size
    ])
  ]
}

/** When something happened to it last. */
const touchedAt = ({ at, created, places, versions }: ArchivedFile): number =>
  Math.max(
    at,
    created?.at ?? 0,
    ...places.slice(-1).map((place) => place.at),
    ...versions.slice(-1).map(({ timestamp }) => timestamp)
  )
