/**
 * The links of files beside their words (TM18), read with them, in the same forms; and what of a file that is not read yet got another name since:
 * it is found by that.
 */
export const LINKS = `
create table search_links (
  workspace_id uuid not null,
  form integer not null,
  file_id uuid not null,
  -- of the content that was read
  hash bytea not null,
  -- as JSON; null for what has none
  facts text,
  primary key (workspace_id, form, file_id));

-- words that are kept of it are those of another name
alter table search_unread add column renamed boolean not null default false;

create or replace function note_unread() returns trigger language plpgsql as $$
declare
  has_new_name boolean := tg_op = 'UPDATE'
    and substring(old.path from '[^/]*$') is distinct from substring(new.path from '[^/]*$');
begin
  insert into search_unread as u (workspace_id, form, file_id, renamed)
    select workspace_id, form, new.id, has_new_name from search_forms where workspace_id = new.workspace_id
    on conflict (workspace_id, form, file_id) do update set change = nextval('search_changes'), taken_until = null,
      named = u.named and not has_new_name, renamed = u.renamed or has_new_name;
  return null;
end $$;
`

/**
 * By which keys the links of a document are found, so that who asks about one page reads what may link to it. A Galley before keeps rows without:
 * `keyed` tells of which content the keys are.
 */
export const LINK_KEYS = `
alter table search_links
  add column keys text[] collate "C" not null default '{}',
  add column keyed bytea;
create index search_links_keys on search_links using gin (keys) with (fastupdate = off);
create index search_links_unkeyed on search_links (workspace_id, form, file_id) where keyed is distinct from hash;
`
