/*
 * Where files are searched, in the words of the database, by the path that they have now: as `main/search/marks` says it, which a test holds
 * against this.
 */

/** What of `/.config/acme/site.json` follows the folder of all configs. */
const ofConfig = (path: string) => `substr(${path}, 9)`

const isConfig = (path: string): string => `(${path} like '/.config/%' and ${path} ~ '[^/]\\.json$')`

/** Whether what lies at a path is searched: nothing of a dot folder, and what lies in a site, or is a config. */
const isSearched = (path: string): string =>
  `case when ${isConfig(path)} then position('/.' in ${ofConfig(path)}) = 0
     else position('/.' in ${path}) = 0 and split_part(${path}, '/', 4) <> '' end`

/** The path that it is known by: that of a config is a name below what it is of. */
const searchedAt = (path: string): string =>
  `case when ${isConfig(path)}
     then regexp_replace(regexp_replace(${ofConfig(path)}, '\\.json$', ''), '(\\.json~*)~(?=/)', '\\1', 'gi') || '/.config'
     else ${path} end`

/** All that a question may ask of a file, by these names. */
export const FILE_COLUMNS = `s.n, s.file_id, s.kind, s.title, s.tokens, s.title_tokens, s.hash is not null is_read, e.hash, e.at, e.by_whom,
  e.path place, ${isConfig('e.path')} is_config, ${searchedAt('e.path')} path, ${searchedAt('e.key')} key`

/**
 * Files that are there and searched, as `search_files s` and `entries e`, of the workspace $1 in the form $2.
 * @param deleted the number of the value with the hash of what stands for a config that was deleted
 */
export const thereAre = (deleted: number): string =>
  `search_files s join entries e on e.workspace_id = s.workspace_id and e.id = s.file_id and e.here
   where s.workspace_id = $1 and s.form = $2 and e.hash <> $${deleted} and ${isSearched('e.path')}`

/** A path of `entries` as it is searched. */
export const PLACE = `${searchedAt('e.path')} path, ${isConfig('e.path')} is_config`

/** At or below a place as a person writes it: of the whole workspace or of whichever site, also without its extension. */
export const isBelow = (key: string, place: string): string =>
  `(${place} in ('', '/') or exists (select from (values (${key} || '/'), (coalesce((regexp_match(${key}, '^/[^/]*/[^/]*(.*)$'))[1], '') || '/')) one (at)
     where starts_with(one.at, ${place} || '/') or starts_with(one.at, ${place} || '.html/')))`
