import { LINK_KEYS, LINKS } from './schema-links'
import { SEARCH } from './schema-search'

/** One change of the tables. A step that has been released is never changed: what comes later is a step of its own. */
interface SchemaStep {
  readonly number: number
  readonly name: string
  readonly sql: string
  /**
   * The last step of the oldest Galley that can go on serving the tables after this one (TM5), as while its nodes are renewed one after
   * another. Default: this very step, so only a Galley that knows it can.
   */
  readonly serves?: number
}

/*
 * What is JSON is text here and no `jsonb`: that would drop what it does not like (NUL, doubled members), and
 * nothing in the database has to look into it. Paths are compared as bytes (`collate "C"`): then everything
 * below `/a/b` lies between `/a/b/` and `/a/b0`. A `key` is a path with the clash key of each segment (N5).
 */
const FIRST = `
create table workspaces (
  id uuid primary key,
  name text not null unique,
  made_at timestamptz not null default now());

create table blobs (
  workspace_id uuid not null references workspaces,
  hash bytea not null check (octet_length(hash) = 32),
  size bigint not null,
  bytes bytea not null,
  made_at timestamptz not null default now(),
  primary key (workspace_id, hash));
alter table blobs alter column bytes set storage external;

create table trash_items (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  n bigint generated always as identity,
  site_key text collate "C" not null,
  path text collate "C" not null,
  kind text not null check (kind in ('file', 'folder')),
  cause text not null check (cause in ('deleted', 'replaced')),
  files integer not null,
  deleted_at double precision not null,
  deleted_by text not null,
  with_id uuid,
  primary key (workspace_id, id));
create index trash_items_site on trash_items (workspace_id, site_key, deleted_at desc);
create index trash_items_with on trash_items (workspace_id, with_id) where with_id is not null;

create table entries (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  kind text not null check (kind in ('file', 'folder')),
  here boolean not null default true,
  path text collate "C" not null,
  key text collate "C" not null,
  parent text collate "C" not null,
  hash bytea,
  size bigint,
  at double precision,
  by_whom text,
  session text,
  since double precision,
  last_version_at double precision not null default 0,
  touched_at double precision not null,
  trash_id uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, hash) references blobs,
  foreign key (workspace_id, trash_id) references trash_items,
  check (here = (trash_id is null)),
  check (kind = 'folder' or (hash is not null and size is not null and at is not null and by_whom is not null)))
  with (fillfactor = 80);
create unique index entries_place on entries (workspace_id, key) where here;
create index entries_children on entries (workspace_id, parent, key) where here;
create index entries_trash on entries (workspace_id, trash_id) where trash_id is not null;
create index entries_gone on entries (workspace_id, key) where not here;
create index entries_hash on entries (workspace_id, hash) where hash is not null;

create table replaced (
  workspace_id uuid not null,
  trash_id uuid not null,
  file_id uuid not null,
  hash bytea not null,
  size bigint not null,
  at double precision not null,
  by_whom text not null,
  primary key (workspace_id, trash_id),
  foreign key (workspace_id, trash_id) references trash_items on delete cascade,
  foreign key (workspace_id, hash) references blobs);
create index replaced_file on replaced (workspace_id, file_id);
create index replaced_hash on replaced (workspace_id, hash);

create table versions (
  workspace_id uuid not null,
  file_id uuid not null,
  id uuid not null,
  at double precision not null,
  users text not null,
  path text collate "C" not null,
  label text,
  hash bytea not null,
  size bigint not null,
  written_at double precision not null,
  written_by text not null,
  primary key (workspace_id, file_id, id),
  unique (workspace_id, file_id, at),
  foreign key (workspace_id, file_id) references entries on delete cascade,
  foreign key (workspace_id, hash) references blobs);
create index versions_hash on versions (workspace_id, hash);

create table happenings (
  workspace_id uuid not null,
  file_id uuid not null,
  n bigint generated always as identity,
  kind text not null check (kind in ('created', 'placed', 'written')),
  at double precision not null,
  by_whom text,
  path text collate "C",
  deleted_at double precision,
  hash bytea,
  size bigint,
  primary key (workspace_id, file_id, n),
  foreign key (workspace_id, file_id) references entries on delete cascade,
  check (kind = 'written' or path is not null));
create index happenings_path on happenings (workspace_id, path) where path is not null;

create table editing (
  workspace_id uuid not null,
  file_id uuid not null,
  session text not null,
  email text not null,
  at double precision not null,
  primary key (workspace_id, file_id, session),
  foreign key (workspace_id, file_id) references entries on delete cascade);

create table published (
  workspace_id uuid not null references workspaces,
  environment text not null,
  path text collate "C" not null,
  site_key text collate "C" not null,
  hash bytea not null,
  companion bytea,
  moved_to text collate "C",
  state text not null,
  primary key (workspace_id, environment, path),
  foreign key (workspace_id, hash) references blobs,
  foreign key (workspace_id, companion) references blobs);
create index published_site on published (workspace_id, site_key, environment, path);
create index published_hash on published (workspace_id, hash);
create index published_companion on published (workspace_id, companion) where companion is not null;

create table documents (
  workspace_id uuid not null references workspaces,
  name text not null,
  value text not null,
  primary key (workspace_id, name));

create sequence record_changes;
create table records (
  workspace_id uuid not null references workspaces,
  kind text not null,
  key text collate "C" not null,
  value text not null,
  change bigint not null default nextval('record_changes'),
  primary key (workspace_id, kind, key));

create table sync_values (
  workspace_id uuid not null references workspaces,
  pair text not null,
  key text collate "C" not null,
  n bigint generated always as identity,
  value text not null,
  primary key (workspace_id, pair, key));
create table sync_needs (
  workspace_id uuid not null,
  pair text not null,
  key text collate "C" not null,
  hash bytea not null,
  primary key (workspace_id, pair, key, hash),
  foreign key (workspace_id, pair, key) references sync_values on delete cascade);
create index sync_needs_hash on sync_needs (workspace_id, hash);

create table room_logs (
  workspace_id uuid not null references workspaces,
  file_id uuid not null,
  at double precision not null,
  size bigint not null,
  primary key (workspace_id, file_id));
create table room_lines (
  workspace_id uuid not null,
  file_id uuid not null,
  n bigint generated always as identity,
  line bytea not null,
  primary key (workspace_id, file_id, n),
  foreign key (workspace_id, file_id) references room_logs on delete cascade);
alter table room_lines alter column line set storage external;

create table leases (
  workspace_id uuid not null references workspaces,
  work text not null,
  run text not null,
  fence bigint not null,
  until timestamptz not null,
  stop_wanted boolean not null default false,
  primary key (workspace_id, work));

create table events (
  workspace_id uuid not null references workspaces,
  xid xid8 not null default pg_current_xact_id(),
  n bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  body text not null,
  primary key (workspace_id, xid, n));
create index events_at on events (at);

-- Locks that end with the transaction, always in the order of the keys: nobody waits in a circle.
create function lock_places(ws uuid, shared_keys text[], own_keys text[]) returns void language plpgsql as $$
declare place record;
begin
  for place in
    select key, bool_or(own) own
    from (select unnest(shared_keys) key, false own union all select unnest(own_keys), true) wanted
    group by key order by key collate "C"
  loop
    if place.own then perform pg_advisory_xact_lock(hashtextextended(ws::text || place.key, 7));
    else perform pg_advisory_xact_lock_shared(hashtextextended(ws::text || place.key, 7)); end if;
  end loop;
end $$;
`

/** A history in a folder may not tell any more who wrote what a version has. */
const IN_AND_OUT = `
alter table versions alter column written_at drop not null, alter column written_by drop not null;
-- the workspace that is being taken in; nobody serves it until all of it is there
alter table workspaces add column taking_in boolean not null default false;
-- since when nothing was seen to name a content
alter table blobs add column unnamed_since timestamptz;
create index blobs_unnamed on blobs (workspace_id, unnamed_since) where unnamed_since is not null;
`

/** Several nodes serve at once: one of them leads, and is asked by the others; what no change says is told too. */
const NODES = `
alter table leases add column address text;
-- by which they know each other's requests
alter table workspaces add column node_secret text;
-- of what a node tells others: the node, which does not hear it again
alter table events add column run text;
`

/** Large contents lie in an object storage. */
const OBJECTS = `
-- the name of an object is given once, and never again
alter table blobs alter column bytes drop not null,
  add column object_key text,
  add check ((bytes is null) <> (object_key is null));
create unique index blobs_object on blobs (object_key) where object_key is not null;

-- written before an object is sent, and gone with the transaction that names it
create table uploads (
  object_key text primary key,
  workspace_id uuid not null,
  multipart text,
  begun_at timestamptz not null default now());
create index uploads_begun on uploads (workspace_id, begun_at);

-- objects that nothing names: they go when whoever may still read them has come to an end
create table doomed_objects (
  object_key text primary key,
  workspace_id uuid not null,
  multipart text,
  since timestamptz not null default now());
create index doomed_objects_since on doomed_objects (workspace_id, since);

-- One that is there already is not kept again; of two objects the newer one counts, which was seen just now. Neither bytes nor
-- object: it is there. GA001: the object was given up meanwhile.
create function keep_content(ws uuid, h bytea, b bytea, okey text, sz bigint) returns void language plpgsql as $$
declare before text;
begin
  if okey is null then
    if b is not null then
      insert into blobs (workspace_id, hash, size, bytes) values (ws, h, sz, b) on conflict (workspace_id, hash) do nothing;
    end if;
    return;
  end if;
  delete from uploads where object_key = okey;
  if not found then raise exception 'the object was given up' using errcode = 'GA001'; end if;
  insert into blobs (workspace_id, hash, size, object_key) values (ws, h, sz, okey) on conflict (workspace_id, hash) do nothing;
  if found then return; end if;
  select object_key into before from blobs where workspace_id = ws and hash = h for no key update;
  if not found then raise exception 'the content has just gone' using errcode = '40001'; end if;
  if before is not null then update blobs set object_key = okey where workspace_id = ws and hash = h; end if;
  insert into doomed_objects (object_key, workspace_id) values (coalesce(before, okey), ws);
end $$;
`

/**
 * All that a save stores is one question (`save.ts`). What was asked of each row that a save or a move adds, and is true anyway, is asked no more:
 * a workspace is never taken away under somebody who serves it, and whoever takes a file away takes its history along.
 */
const SAVES = `
alter table blobs drop constraint blobs_workspace_id_fkey;
alter table events drop constraint events_workspace_id_fkey;
alter table happenings drop constraint happenings_workspace_id_file_id_fkey;

-- Replaces the content of a file, when its row is still the one that the caller saw (seen: its xmin; null: it holds the row).
-- Null: it is not. Else the number of the transaction.
create function save_file(
  ws uuid, fid uuid, seen xid, h bytea, b bytea, okey text, sz bigint, wrote_at double precision, who text,
  sess text, began double precision, mail text, open_since double precision, now_ms double precision,
  vid uuid, vat double precision, vusers text, vlabel text, rid uuid, rsite text, bodies text[])
returns text language plpgsql as $$
declare f record;
begin
  select path, hash, size, at, by_whom into f from entries
    where workspace_id = ws and id = fid and here and (seen is null or xmin = seen) for update;
  if not found then return null; end if;
  perform keep_content(ws, h, b, okey, sz);
  if vid is not null then
    insert into versions (workspace_id, file_id, id, at, users, path, label, hash, size, written_at, written_by)
      values (ws, fid, vid, vat, vusers, f.path, vlabel, f.hash, f.size, f.at, f.by_whom);
  end if;
  if rid is not null then
    insert into trash_items (workspace_id, id, site_key, path, kind, cause, files, deleted_at, deleted_by)
      values (ws, rid, rsite, f.path, 'file', 'replaced', 1, now_ms, who);
    insert into replaced (workspace_id, trash_id, file_id, hash, size, at, by_whom)
      values (ws, rid, fid, f.hash, f.size, f.at, f.by_whom);
  end if;
  update entries set hash = h, size = sz, at = wrote_at, by_whom = who, session = sess, since = began, touched_at = now_ms,
    last_version_at = coalesce(vat, last_version_at) where workspace_id = ws and id = fid;
  insert into happenings (workspace_id, file_id, kind, at, by_whom, hash, size) values (ws, fid, 'written', wrote_at, who, h, sz);
  if sess is not null then
    delete from editing where workspace_id = ws and file_id = fid and (at < open_since or at > wrote_at);
    insert into editing (workspace_id, file_id, session, email, at) values (ws, fid, sess, mail, wrote_at)
      on conflict (workspace_id, file_id, session) do update set email = excluded.email, at = excluded.at;
  end if;
  insert into events (workspace_id, body) select ws, body from unnest(bodies) with ordinality given (body, n) order by n;
  return pg_current_xact_id()::text;
end $$;
`

export const schemaSteps: readonly SchemaStep[] = [
  { number: 1, name: 'content', sql: FIRST },
  { number: 2, name: 'in and out', sql: IN_AND_OUT },
  { number: 3, name: 'nodes', sql: NODES },
  { number: 4, name: 'objects', sql: OBJECTS },
  { number: 5, name: 'saves', sql: SAVES },
  { number: 6, name: 'search', sql: SEARCH, serves: 5 },
  { number: 7, name: 'links', sql: LINKS, serves: 5 },
  { number: 8, name: 'link keys', sql: LINK_KEYS, serves: 5 }
]
