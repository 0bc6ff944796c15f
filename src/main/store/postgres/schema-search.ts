/**
 * The words of files, kept for all nodes (TM18). Each form of them stands by itself, so that a Galley before and one after serve side by side. Who
 * writes a file notes it by a trigger, also a Galley that knows nothing of this.
 */
export const SEARCH = `
-- the forms that are asked for; filled: all files that were there before it are noted
create table search_forms (
  workspace_id uuid not null,
  form integer not null,
  filled boolean not null default false,
  used_at timestamptz not null default now(),
  primary key (workspace_id, form));

-- files of which the words are not kept yet as they are now
create sequence search_changes;
create table search_unread (
  workspace_id uuid not null,
  form integer not null,
  file_id uuid not null,
  change bigint not null default nextval('search_changes'),
  -- its name is found already, as far as it has to be
  named boolean not null default false,
  taken_until timestamptz,
  primary key (workspace_id, form, file_id));
create index search_unread_change on search_unread (workspace_id, form, change);

create table search_files (
  n bigint generated always as identity primary key,
  workspace_id uuid not null,
  form integer not null,
  file_id uuid not null,
  -- of the content that was read; null: it is known by its name alone
  hash bytea,
  kind text not null,
  title text not null,
  title_tokens integer not null,
  tokens integer not null,
  titles tsvector not null,
  unique (workspace_id, form, file_id));
create index search_files_titles on search_files using gin (titles);

-- a long file is several: a tsvector tells no place beyond 16383
create table search_parts (
  workspace_id uuid not null,
  form integer not null,
  file_id uuid not null,
  part smallint not null,
  words tsvector not null,
  primary key (workspace_id, form, file_id, part));
-- beside the row and not packed: each is looked into for phrases and weights
alter table search_parts alter column words set storage external;
alter table search_parts set (toast_tuple_target = 8160);
create index search_parts_words on search_parts using gin (words) with (gin_pending_list_limit = 512);

-- the distinct words, for the middles of words and slips
create table search_words (
  workspace_id uuid not null,
  form integer not null,
  word text collate "C" not null,
  seen_at timestamptz not null default now(),
  primary key (workspace_id, form, word));

create function note_unread() returns trigger language plpgsql as $$
begin
  insert into search_unread (workspace_id, form, file_id)
    select workspace_id, form, new.id from search_forms where workspace_id = new.workspace_id
    on conflict (workspace_id, form, file_id) do update set change = nextval('search_changes'), taken_until = null;
  return null;
end $$;
create trigger search_came after insert on entries for each row when (new.kind = 'file') execute function note_unread();
create trigger search_changed after update on entries for each row when (new.kind = 'file' and (old.hash is distinct from new.hash
  or (old.path is distinct from new.path and substring(old.path from '[^/]*$') is distinct from substring(new.path from '[^/]*$'))))
  execute function note_unread();
`
