/** Another number: an index of another form is made anew. Raise it whenever words or tables change. */
export const FORM = 4

/**
 * The index of a workspace's content: a cache (FI5). `doc`: each file, by its id; in the index of what was, each state of one. `titles` and `words` hold
 * nothing but which word is where; of a file that is not read yet only its name, in `titles`. `link`, `anchor` and `naming` say what a file leads to, by what it says; `label`, in the index of what was, what the versions of a file that is there are called.
 */
export const tables = `
create table about(key text primary key, value any) strict, without rowid;
create table doc(
  id integer primary key, file text not null unique, path text not null, path_key text not null unique,
  kind text not null, ext text not null, hash text not null, size int not null, units int not null default 0,
  changed_at int not null, changed_by text not null, title text not null,
  preview text, live text, was text, label text, problems int not null default 0) strict;
create index doc_changed on doc(changed_at);
create virtual table titles using fts5(title, names, tags,
  content='', contentless_delete=1, tokenize='ascii', prefix='1 2 3');
create virtual table words using fts5(heads, body, data, also,
  content='', contentless_delete=1, tokenize='ascii');
create virtual table vocabulary using fts5vocab(words, row);
create table link(doc int not null, n int not null, kind text not null, key text, anchor text,
  written text not null, primary key(doc, n)) strict, without rowid;
create index link_key on link(key) where key is not null;
create table anchor(doc int not null, name text not null, primary key(doc, name)) strict, without rowid;
create table naming(doc int not null, n int not null, key text not null, primary key(doc, n)) strict, without rowid;
create index naming_key on naming(key);
create table label(file text not null, path text not null, label text not null, primary key(file, label)) strict, without rowid;
`

export const pragmas = `
pragma locking_mode=exclusive;
pragma journal_mode=truncate;
pragma synchronous=normal;
pragma cache_size=-16384;
pragma temp_store=memory;
pragma trusted_schema=off;
pragma cell_size_check=on;
`
