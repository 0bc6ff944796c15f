/** Permission sheets and what they give: rows as `path | groups | actions`, then `who: path → actions` (rw, r, or –). */
export interface PermissionCase {
  readonly title: string
  readonly rows: readonly string[]
  /** `mail(group,group)`, as many as there are tokens. */
  readonly who: string
  /** Path in the organization (`=` before it: its config) → `rw`, `r` or `-`. */
  readonly expected: Readonly<Record<string, 'rw' | 'r' | '-'>>
}

const keeper = 'CONFIG | admins | write'

export const permissionCases: readonly PermissionCase[] = [
  {
    title: 'P3 “/docs/+**” is the folder /docs and everything below it, not the page /docs.html beside it',
    rows: [keeper, '/docs/+** | authors | write'],
    who: 'a@x.org(authors)',
    expected: {
      '': '-',
      '/docs': 'rw',
      '/docs.html': '-',
      '/docs.json': '-',
      '/docsx': '-',
      '/docs-2/a.html': '-',
      '/doc': '-',
      '/docs/a': 'rw',
      '/docs/a.html': 'rw',
      '/docs/b': 'rw',
      '/docs/.hidden/x.png': 'rw',
      '/docs/a/b/c/d/e.json': 'rw',
      '/.docs': 'rw',
      '/.docs/pic.png': 'rw',
      '/.docs/a/b.png': 'rw',
      '/.docsx/pic.png': '-',
      '/..docs/pic.png': '-',
      '/other/docs/a.html': '-',
      '/Docs/a.html': '-',
      '/docs.htmlx': '-',
      '=': '-',
      '=/docs': 'r',
      '=/docs/a': 'r',
      '=/other': '-'
    }
  },
  {
    title: 'P3 “/docs/**” is everything below /docs, of any length, and not /docs itself',
    rows: [keeper, '/docs/** | authors | read'],
    who: 'a@x.org(authors)',
    expected: {
      '': '-',
      '/docs': '-',
      '/docs.html': '-',
      '/docs/a': 'r',
      '/docs/ab': 'r',
      '/docs/abc.html': 'r',
      '/docs/a/b': 'r',
      '/.docs': 'r',
      '/.docs/pic.png': 'r',
      '/docsx/a': '-',
      '/x/docs/a': '-',
      '=': '-',
      '=/docs': 'r',
      '=/docs/x': 'r'
    }
  },
  {
    title: 'P3 a path without wildcard is that path, and the page of that name',
    rows: [keeper, '/site/a | authors | write', '/site/b.html | authors | read', '/site | authors | read'],
    who: 'a@x.org(authors)',
    expected: {
      '/site': 'r',
      '/site.html': 'r',
      '/site/a': 'rw',
      '/site/a.html': 'rw',
      '/site/a.json': '-',
      '/site/a.HTML': '-',
      '/site/a/b': '-',
      '/site/.a': 'rw',
      '/site/.a/x.png': 'rw',
      '/site/.b/x.png': 'r',
      '/site/b': '-',
      '/site/b.html': 'r',
      '/site/b.html.html': 'r',
      '/site/c': '-',
      '': '-'
    }
  },
  {
    title:
      'P3 VE10 a path without wildcard covers the asset folder of the page, and nothing of somebody else’s',
    rows: [
      keeper,
      '/s/+** | all | read',
      '/s/docs/about.html | all | write',
      '/s/docs/secret | all | ',
      '/s/docs/shared.html | all | write',
      '/s/docs/.shared/+** | all | read',
      '/s/docs/.shared/own.png | all | write',
      '/s/trash.html | all | write',
      '/t | all | write'
    ],
    who: 'a@x.org(all)',
    expected: {
      '/s/docs/.about': 'rw',
      '/s/docs/.about/a.png': 'rw',
      '/s/docs/.about/b/c.png': 'rw',
      '/s/docs/.about.html': 'r',
      '/s/docs/.aboutx/a.png': 'r',
      '/s/docs/about/a.png': 'r',
      '/s/docs/.secret/a.png': '-',
      '/s/docs/.shared/a.png': 'r',
      '/s/docs/.shared/own.png': 'rw',
      '/s/.trash/a.png': 'r',
      '/.t/a.png': '-'
    }
  },
  {
    title: 'P3 the longest prefix decides, also against a wider right',
    rows: [
      keeper,
      '/+** | all | read',
      '/site/** | all | write',
      '/site/legal/+** | all | read',
      '/site/legal/draft.html | all | write',
      '/site/secret/+** | all | ',
      '/site/secret/open/** | all | read'
    ],
    who: 'a@x.org(all)',
    expected: {
      '': 'r',
      '/other': 'r',
      '/other/a/b.html': 'r',
      '/site': 'r',
      '/site/a.html': 'rw',
      '/site/legal': 'r',
      '/site/legal.html': 'rw',
      '/site/.legal/x.png': 'r',
      '/site/legal/a.html': 'r',
      '/site/legal/draft.html': 'rw',
      '/site/legal/draft': 'r',
      '/site/legal/draft.json': 'r',
      '/site/legalx.html': 'rw',
      '/site/secret': '-',
      '/site/secret.html': 'rw',
      '/site/secret/a.html': '-',
      '/site/.secret/a.png': '-',
      '/site/secret/open': '-',
      '/site/secret/open/a.html': 'r',
      '/site/secret/.open/a.png': 'r',
      '/site/secret/opening.html': '-',
      '=': 'r',
      '=/site': 'r',
      '=/site/secret': 'r'
    }
  },
  {
    title: 'P3 at one prefix the narrower reach decides',
    rows: [
      keeper,
      '/a/** | g | write',
      '/a/+** | g | read',
      '/a | g | ',
      '/b/+** | g | write',
      '/b | g | read'
    ],
    who: 'a@x.org(g)',
    expected: {
      '/a': '-',
      '/a.html': '-',
      '/a/x': 'r',
      '/.a/x': 'r',
      '/b': 'r',
      '/b.html': 'r',
      '/b/x': 'rw'
    }
  },
  {
    title: 'P3 each identifier has its own first hit, and what they give is added up',
    rows: [
      keeper,
      '/site/+** | authors | write',
      '/site/legal/+** | authors | ',
      '/site/legal/+** | lawyers | read',
      '/site/legal/one.html | a@x.org | write',
      '/only/+** | a@x.org | read'
    ],
    who: 'a@x.org(authors,lawyers)',
    expected: {
      '/site': 'rw',
      '/site/a.html': 'rw',
      '/site/legal': 'r',
      '/site/legal/a.html': 'r',
      '/site/legal/one.html': 'rw',
      '/site/legal/one': 'r',
      '/only/x.html': 'r',
      '/else': '-'
    }
  },
  {
    title: 'P2 an empty action list is “no access” for that group only',
    rows: [keeper, '/site/+** | a, b | read', '/site/x/+** | a | '],
    who: 'u@x.org(a)',
    expected: { '/site': 'r', '/site/x': '-', '/site/x/y': '-', '/site/xy': 'r' }
  },
  {
    title: 'P2 the other group keeps its own',
    rows: [keeper, '/site/+** | a, b | read', '/site/x/+** | a | '],
    who: 'u@x.org(b)',
    expected: { '/site': 'r', '/site/x': 'r', '/site/x/y': 'r' }
  },
  {
    title: 'P2 in both groups the union counts',
    rows: [keeper, '/site/+** | a, b | read', '/site/x/+** | a | '],
    who: 'u@x.org(a,b)',
    expected: { '/site': 'r', '/site/x': 'r', '/site/x/y': 'r' }
  },
  {
    title: 'P2 spaces in paths, a slash at the end, capital letters in groups and actions, unknown actions',
    rows: [
      keeper,
      ' / site / docs / | Authors , A@X.org | WRITE ',
      '/site/news/ +** | AUTHORS | read, publish',
      '/site/odd/** | authors | publish',
      'site/bare/+** | authors | read',
      '/site/late/** | , ,authors, | ,read,'
    ],
    who: 'B@x.org(aUTHORS)',
    expected: {
      '/site/docs': 'rw',
      '/site/docs.html': 'rw',
      '/site/docs/a': '-',
      '/site/news': 'r',
      '/site/news/a.html': 'r',
      '/site/odd/a.html': '-',
      '/site/bare/a': 'r',
      '/site/late/a': 'r',
      '/site/late': '-'
    }
  },
  {
    title: 'P2 rows without a path or without groups say nothing',
    rows: [keeper, ' | authors | write', '/site/+** |  | write', '/site/a/+** | , | write'],
    who: 'a@x.org(authors)',
    expected: { '': '-', '/site': '-', '/site/a': '-', '=': '-' }
  },
  {
    title: 'P2 rows of one path and group are merged',
    rows: [
      keeper,
      '/site/+** | g | read',
      '/site/+** | g | write',
      '/other/+** | g | ',
      '/other/+** | g | read'
    ],
    who: 'a@x.org(g)',
    expected: { '/site/a': 'rw', '/other/a': 'r' }
  },
  {
    title: 'P2 write implies read, whatever else is listed',
    rows: [
      keeper,
      '/w/+** | g | write',
      '/rw/+** | g | read,write',
      '/wr/+** | g | write, read',
      '/r/+** | g | read'
    ],
    who: 'a@x.org(g)',
    expected: { '/w/x': 'rw', '/rw/x': 'rw', '/wr/x': 'rw', '/r/x': 'r' }
  },
  {
    title: 'A4 groups also count as org/group, e-mails in any case',
    rows: [
      keeper,
      '/a/+** | acme/authors | write',
      '/b/+** | other/authors | write',
      '/c/+** | MARIA@x.org | read'
    ],
    who: 'maria@X.org(Authors)',
    expected: { '/a/x': 'rw', '/b/x': '-', '/c/x': 'r', '/d/x': '-' }
  },
  {
    title: 'A4 a person in no group has what its e-mail has',
    rows: [keeper, '/a/+** | acme/authors | write', '/c/+** | maria@x.org | read'],
    who: 'maria@x.org()',
    expected: { '/a/x': '-', '/c/x': 'r', '': '-' }
  },
  {
    title: 'A4 somebody nobody named may nothing',
    rows: [keeper, '/+** | authors | write'],
    who: 'x@x.org()',
    expected: { '': '-', '/site': '-', '/site/a.html': '-', '=': '-', '=/site': '-', '=/site/a': '-' }
  },
  {
    title: 'P3 “/+**” is the whole organization',
    rows: [keeper, '/+** | g | write'],
    who: 'a@x.org(g)',
    expected: { '': 'rw', '/s': 'rw', '/s/a.html': 'rw', '/.s/x': 'rw', '=': 'r', '=/s': 'r', '=/s/a': 'r' }
  },
  {
    title: 'P3 “/**” is everything in it and not the organization itself',
    rows: [keeper, '/** | g | read'],
    who: 'a@x.org(g)',
    expected: { '': '-', '/s': 'r', '/s/a/b': 'r', '/.s/x': 'r', '=': 'r', '=/s': 'r' }
  },
  {
    title: 'P2 “/” is the organization itself',
    rows: [keeper, '/ | g | read'],
    who: 'a@x.org(g)',
    expected: { '': 'r', '/s': '-', '/.html': '-', '=': '-' }
  },
  {
    title: 'P4 CONFIG governs the organization’s and every site’s config, and no content',
    rows: ['CONFIG | admins | write'],
    who: 'a@x.org(admins)',
    expected: {
      '=': 'rw',
      '=/site': 'rw',
      '=/other': 'rw',
      '=/site/docs': 'rw',
      '=/site/docs/page': 'rw',
      '': '-',
      '/site': '-',
      '/CONFIG': '-',
      '/site/CONFIG': '-'
    }
  },
  {
    title: 'P4 CONFIG with read lets read configs',
    rows: [keeper, 'CONFIG | readers | read'],
    who: 'a@x.org(readers)',
    expected: { '=': 'r', '=/site': 'r', '=/site/docs': 'r', '/site': '-' }
  },
  {
    title: 'P4 “/site/CONFIG” governs that site’s config only',
    rows: [keeper, '/site/CONFIG | leads | write'],
    who: 'a@x.org(leads)',
    expected: {
      '=': '-',
      '=/site': 'rw',
      '=/site/docs': 'rw',
      '=/site/docs/page.html': 'rw',
      '=/other': '-',
      '=/sites': '-',
      '=/site2/docs': '-',
      '/site': '-'
    }
  },
  {
    title: 'P4 wildcards give at most read on configs, however wide',
    rows: [keeper, '/+** | g | write', '/site/** | g | write'],
    who: 'a@x.org(g)',
    expected: { '=': 'r', '=/site': 'r', '=/site/a': 'r', '=/other': 'r', '/site/a': 'rw' }
  },
  {
    title: 'P4 “/site/+**” reads the site’s config and not the organization’s',
    rows: [keeper, '/site/+** | g | write'],
    who: 'a@x.org(g)',
    expected: { '=': '-', '=/site': 'r', '=/site/docs': 'r', '=/other': '-' }
  },
  {
    title: 'P4 an explicit “no access” on CONFIG stands against wildcards',
    rows: [keeper, '/+** | g | write', 'CONFIG | g | '],
    who: 'a@x.org(g)',
    expected: { '=': '-', '=/site': '-', '/site': 'rw' }
  },
  {
    title: 'P4 CONFIG and /site/CONFIG are added up',
    rows: [keeper, 'CONFIG | g | read', '/site/CONFIG | g | write'],
    who: 'a@x.org(g)',
    expected: { '=': 'r', '=/site': 'rw', '=/other': 'r' }
  },
  {
    title: 'P4 the config of a folder may be read by who may read the folder',
    rows: [keeper, '/site/docs/+** | g | write'],
    who: 'a@x.org(g)',
    expected: { '=': '-', '=/site': '-', '=/site/docs': 'r', '=/site/docs/a': 'r', '=/site/news': '-' }
  },
  {
    title: 'A4 several tokens may what each of them may',
    rows: [
      keeper,
      '/a/+** | one, two | write',
      '/b/+** | one | write',
      '/b/+** | two | read',
      '/c/+** | one | write'
    ],
    who: 'a@x.org(one) b@x.org(two)',
    expected: { '/a/x': 'rw', '/b/x': 'r', '/c/x': '-', '': '-', '=': '-' }
  },
  {
    title: 'A4 the right of one token is not the right of both',
    rows: ['CONFIG | admins | write', '/+** | all | read'],
    who: 'a@x.org(admins,all) b@x.org(all)',
    expected: { '=': 'r', '=/site': 'r', '/site': 'r', '': 'r' }
  },
  {
    title: 'A4 twice the same token is once that token',
    rows: [keeper, '/a/+** | one | write'],
    who: 'a@x.org(one) a@x.org(one)',
    expected: { '/a/x': 'rw', '/b/x': '-' }
  },
  {
    title: 'P3 names are matched in their composed form',
    rows: [keeper, '/caf\u0065\u0301/+** | g | read'],
    who: 'a@x.org(g)',
    expected: { '/caf\u00e9': 'r', '/caf\u00e9/x.html': 'r', '/cafe/x.html': '-' }
  },
  {
    title: 'P3 a star elsewhere is only a star',
    rows: [keeper, '/a/* | g | read', '/b/+* | g | read', '/c** | g | read', '/*/x | g | read'],
    who: 'a@x.org(g)',
    expected: { '/a/x': '-', '/a/*': 'r', '/b/x': '-', '/c/x': '-', '/cx': '-', '/q/x': '-', '/*/x': 'r' }
  },
  {
    title: 'P1 rules of a path deep down give nothing above it',
    rows: [keeper, '/s/a/b/c.html | g | write'],
    who: 'a@x.org(g)',
    expected: {
      '': '-',
      '/s': '-',
      '/s/a': '-',
      '/s/a/b': '-',
      '/s/a/b/c.html': 'rw',
      '/s/a/b/c': '-',
      '/s/a/b/d.html': '-'
    }
  }
]
