import { fc } from '../../support/properties'
import { describe, expect, it } from 'vitest'
import { contentPath, type ContentPath } from '../../../src/common/content/paths'
import { openPermissions, orgPermissions } from '../../../src/common/permissions/org-permissions'
import {
  keepsConfigWriter,
  parseRules,
  parsingRules,
  sparingServiceFolder,
  type PermissionRules
} from '../../../src/common/permissions/rules'
import { inTurns } from '../../../src/common/steps'
import type { PermissionCase } from './permission-table'
import { plainlyMay } from './permission-oracle'
import { permissionCases } from './permission-table'

const org = 'acme'

function rulesOf(rows: readonly string[]) {
  return parseRules(
    rows.map((row) => {
      const [path = '', groups = '', actions = ''] = row.split('|')
      return { path, groups, actions }
    })
  )
}

function peopleOf(who: string) {
  return who.split(' ').map((person) => {
    const [, email = '', groups = ''] = /^(.*)\((.*)\)$/.exec(person) ?? []
    return { email, groups: groups.split(',').filter((group) => group !== '') }
  })
}

const short = (actions: readonly string[]) =>
  actions.includes('write') ? 'rw' : actions.includes('read') ? 'r' : '-'

function check({ rows, who, expected }: PermissionCase): Record<string, string> {
  const access = orgPermissions(rulesOf(rows), peopleOf(who), org)
  return Object.fromEntries(
    Object.keys(expected).map((target) => {
      const isConfig = target.startsWith('=')
      const path = contentPath(`/${org}${isConfig ? target.slice(1) : target}`)
      return [target, short(isConfig ? access.configActions(path) : access.actions(path))]
    })
  )
}

describe('permission rows', () => {
  it.each(permissionCases.map((one) => [one.title, one] as const))('%s', (_, one) => {
    expect(check(one)).toEqual(one.expected)
  })

  it('P1 the table has at least 200 questions', () => {
    expect(
      permissionCases.reduce((sum, { expected }) => sum + Object.keys(expected).length, 0)
    ).toBeGreaterThanOrEqual(200)
  })

  it('P5 a sheet keeps its CONFIG row only with path, write and somebody', () => {
    const keeps = (path: unknown, groups: unknown, actions: unknown) =>
      keepsConfigWriter([{ path, groups, actions }])
    expect(keeps('CONFIG', 'a@x.org', 'write')).toBe(true)
    expect(keeps(' CON FIG ', 'a@x.org', 'read, write')).toBe(true)
    expect(keeps('CONFIG', 'a@x.org', 'read')).toBe(false)
    expect(keeps('CONFIG', ' , ', 'write')).toBe(false)
    expect(keeps('/CONFIG', 'a@x.org', 'write')).toBe(false)
    expect(keeps('config', 'a@x.org', 'write')).toBe(false)
    expect(keeps(undefined, 'a@x.org', 'write')).toBe(false)
    expect(keeps('CONFIG', ['a@x.org'], 'write')).toBe(false)
  })

  it('P7 the rows that decided are named', () => {
    const access = orgPermissions(
      rulesOf(['CONFIG | a | write', '/s/+** | b | read', '/s/+** | b | write']),
      peopleOf('x@x.org(b)'),
      org
    )
    const [[reason] = []] = access.reasons(contentPath('/acme/s/x.html')) ?? []
    expect(reason).toMatchObject({ identifier: 'b', rule: { path: '/s/+**', rows: [2, 3] } })
    expect(openPermissions.reasons(contentPath('/acme/s'))).toBeNull()
  })
})

describe('folders', () => {
  const names = ['a', 'b', '.a', 'a.html']
  const everyPath = [''].concat(
    names.flatMap((x) => [
      `/${x}`,
      ...names.flatMap((y) => [`/${x}/${y}`, ...names.map((z) => `/${x}/${y}/${z}`)])
    ])
  )
  const rule = fc
    .tuple(
      fc.constantFrom('', '/a', '/b', '/.a', '/a.html', '/a/b', '/a/a.html', '/b/a', '/a/.a', '/a/b/a'),
      fc.constantFrom('', '/**', '/+**'),
      fc.constantFrom('g', 'h', 'a@x.org', 'g,h'),
      fc.constantFrom('', 'read', 'write')
    )
    .map(([path, wildcard, groups, actions]) => `${path + wildcard || '/'} | ${groups} | ${actions}`)
  const who = fc.constantFrom(
    'a@x.org()',
    'a@x.org(g)',
    'a@x.org(g,h)',
    'a@x.org(g) b@x.org(h)',
    'b@x.org(g) c@x.org(g,h)'
  )

  it('P7 a folder is seen exactly when it, or something that could lie below it, may be read', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 6 }), who, (rows, people) => {
        const access = orgPermissions(rulesOf(rows), peopleOf(people), org)
        const at = (path: string) => contentPath(`/${org}${path}`)
        for (const folder of everyPath.filter((path) => path.split('/').length <= 2)) {
          const below = everyPath.filter((path) => path === folder || path.startsWith(`${folder}/`))
          const some = below.some((path) => access.may('read', at(path)))
          if (some)
            expect(access.maySee(at(folder)), `${people} sees ${folder} with ${rows.join('; ')}`).toBe(true)
          if (access.mayThroughout('write', at(folder))) {
            const closed = below.find((path) => !access.may('write', at(path)))
            expect(closed, `${people} writes all of ${folder} with ${rows.join('; ')}`).toBeUndefined()
          }
          if (!access.maySee(at(folder))) expect(some).toBe(false)
        }
      }),
      { numRuns: 3000 }
    )
  })

  it('P7 who sees a folder may read something in it: no folder is shown for nothing', () => {
    const access = orgPermissions(
      rulesOf(['/s/a/+** | g | ', '/s/b/x.html | g | read']),
      peopleOf('x@x.org(g)'),
      org
    )
    const sees = (path: string) => access.maySee(contentPath(`/${org}${path}`))
    expect([sees(''), sees('/s'), sees('/s/b'), sees('/s/a'), sees('/t')]).toEqual([
      true,
      true,
      true,
      false,
      false
    ])
  })
})

describe('many rules', () => {
  const segment = fc.constantFrom('a', 'b', '.a', '.b', 'a.html', 'b.html', '.a.html', '..a', 'CONFIG')
  const place = fc
    .array(segment, { maxLength: 4 })
    .map((segments) => segments.map((one) => `/${one}`).join(''))
  const row = fc.record({
    path: fc.tuple(place, fc.constantFrom('', '/**', '/+**', '/')).map(([path, more]) => path + more),
    groups: fc.constantFrom('x', 'y', 'x, y'),
    actions: fc.constantFrom('read', 'write', '')
  })

  it('P3 the rule that decides is the one that reading all of them in turn finds', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), place, (rows, path) => {
        const rules = parseRules(rows)
        const access = orgPermissions(rules, [{ email: 'x', groups: [] }], org)
        const at = `/${org}${path}` as ContentPath
        for (const action of ['read', 'write'] as const)
          expect(access.may(action, at)).toBe(plainlyMay(rules, ['x'], action, at))
      }),
      { numRuns: 1000 }
    )
  })

  it('P3 VE10 an exact path covers the asset folder of its page; everywhere else nothing changes by that', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), place, (rows, path) => {
        const rules = parseRules(rows)
        const plain: PermissionRules = {
          byIdentifier: new Map(
            [...rules.byIdentifier].map(([name, all]) => [
              name,
              all.filter(({ reach }) => reach !== 'assets')
            ])
          )
        }
        const covered = rows.some((one) => {
          const page = /^(.*\/[^/]+\/)([^/]+?)(?:\.html)?\/?$/.exec(one.path)
          const folder = page && !one.path.includes('*') ? `${page[1]}.${page[2]}` : null
          return folder !== null && (path === folder || path.startsWith(`${folder}/`))
        })
        const at = `/${org}${path}` as ContentPath
        const access = orgPermissions(rules, [{ email: 'x', groups: [] }], org)
        for (const action of ['read', 'write'] as const)
          if (!covered) expect(access.may(action, at)).toBe(plainlyMay(plain, ['x'], action, at))
      }),
      { numRuns: 3000 }
    )
  })

  it('P3 VE10 no rule for a page speaks of the service folder, whatever that is called', () => {
    const rules = rulesOf(['/s/tools.html | g | write', '/s/a/tools | g | write', '/s/galley | g | write'])
    const may = (serviceFolder: string, path: string) =>
      orgPermissions(sparingServiceFolder(rules, serviceFolder), peopleOf('x@x.org(g)'), org).may(
        'write',
        contentPath(`/${org}${path}`)
      )
    for (const path of ['/s/tools.html', '/s/a/.tools/x.png', '/s/.galley/x.png'])
      expect(may('tools', path), path).toBe(true)
    for (const path of ['/s/.tools', '/s/.tools/forms/schemas/a.html'])
      expect(may('tools', path), path).toBe(false)
    expect([may('Tools', '/s/.tools/x.html'), may('galley', '/s/.galley/x.html')]).toEqual([false, false])
    expect(sparingServiceFolder(rules, 'other')).toBe(rules)
  })

  it('P7 nobody waits for the largest sheet: it is read and judged in many turns, and then at hand', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({
      path: `/s/${at}/+**`,
      groups: 'team',
      actions: at === 7 ? '' : 'read'
    }))
    let turns = 0
    const turn = () => Promise.resolve(void (turns += 1))
    const rules = await inTurns(parsingRules(rows), turn)
    expect(rules).toEqual(parseRules(rows))
    expect(turns).toBeGreaterThanOrEqual(rows.length / 500)
    const access = orgPermissions(rules, [{ email: 'x@x.org', groups: ['team'] }], org)
    turns = 0
    await access.prepare(turn)
    expect(turns).toBeGreaterThanOrEqual(rows.length / 500)
    turns = 0
    await access.prepare(turn)
    expect(turns).toBe(0)
    const at = (path: string) => contentPath(`/${org}${path}`)
    expect([access.maySee(at('/s')), access.maySee(at('/s/7')), access.maySee(at('/t'))]).toEqual([
      true,
      false,
      false
    ])
  })
})
