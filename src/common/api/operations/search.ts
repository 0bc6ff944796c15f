import { replaceAnswer, replaceRequest } from '../../replace/answers'
import { searchAnswer } from '../../search/answer'
import { endpoint, type Operation } from './operation'

/** Anything, found by what it says (FI1 to FI6). */
export const searchOperations = [
  {
    ...endpoint('search', {
      q: 'What is asked for: words, "phrases", filters such as `kind:page`, `-not`, `OR`, and `/pattern/` over sources.',
      limit: 'Hits at most, 1 to 200; default 20.',
      after: '`next` of the page before.',
      sort: '`best`, `changed` (newest first) or `path`; default `best`.',
      saved:
        'An ETag that the caller has just been given for the file at the path: the answer waits until that content is found, 300 ms at most.',
      match: '`case`: capitals count; `word`: whole words alone; both with a comma.'
    }),
    group: 'Search',
    summary: 'Finds what the caller may read, with the words around it.',
    description:
      'In the whole workspace, an organization, a site, or at and below a path. `notes` tell what of the question was not taken as it was typed. Titles and names come first, then headings, then words. For a pattern files are looked through: an answer that ends before all were has the `state` `looking`, and `next` goes on.',
    caller: 'token',
    answers: { 200: { description: 'One page of hits.', body: searchAnswer } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'too-many']
  },
  {
    ...endpoint('replace'),
    group: 'Search',
    summary: 'Replaces words in what documents say, as one change that is taken back as one.',
    description:
      'In the whole workspace, an organization, a site, or at and below a path. `q` is one word, "phrase" or `/pattern/` (`$1` and `$&` of `with` stand for its groups and all of it), with filters beside it. With `dry` nothing is written: it tells each place, and goes on with `next` as `after`. `files` of a dry run, without the places in `except`, are replaced as they were told; one that was changed since is in `left`. Markup, names of fields and, without `addresses`, addresses stay.',
    caller: 'token',
    body: { kind: 'json', schema: replaceRequest, required: true },
    answers: { 200: { description: 'What was, or would be, replaced.', body: replaceAnswer } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'too-large', 'too-many']
  }
] as const satisfies readonly Operation[]
