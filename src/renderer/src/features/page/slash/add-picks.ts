import type { Command as PageStep } from 'prosemirror-state'
import type { ContentPath } from '../../../../../common/content/paths'
import { blockTitle } from '../../../engines/page/block-names'
import { addBlock, addSource } from '../../../engines/page/parts/part-commands'
import { ask, insteadOf, type Asked } from '../../../engines/page/slash/asking'
import type { PageSurface } from '../../../engines/page/surface'
import { allCommands, runCommand } from '../../../workbench/commands/commands'
import { libraryNow } from '../../library'
import { best, fit } from '../../palette'
import { usedBlocks } from '../blocks/used-blocks'
import type { PageCommandId } from '../command-names'
import { siteFacts } from '../links/site-pages'
import { snippets } from '../snippets/snippets'
import { words as snippetWords } from '../snippets/words'
import { pagePicks } from '../links/page-picks'
import { words as tokenWords } from '../tokens/words'
import type { Pick } from './pick'
import { words } from './words'

/** Commands that add something or make the line something else, with other words for them. */
const offered: readonly (readonly [group: string, ids: Readonly<Partial<Record<PageCommandId, string>>>])[] =
  [
    [
      words.text,
      {
        'page.paragraph': 'text plain body',
        'page.heading-1': 'h1 title',
        'page.heading-2': 'h2',
        'page.heading-3': 'h3',
        'page.heading-4': 'h4',
        'page.heading-5': 'h5',
        'page.heading-6': 'h6',
        'page.quote': 'blockquote citation',
        'page.code-block': 'pre source monospace'
      }
    ],
    [words.lists, { 'page.bullets': 'ul bulleted points', 'page.numbers': 'ol numbered ordered' }],
    [
      words.page,
      {
        'page.image': 'picture photo media upload',
        'page.image-files': 'picture photo upload file',
        'page.insert-table': 'grid rows columns',
        'page.rule': 'hr divider separator',
        'page.line-break': 'br new line',
        'page.add-section': 'divider page part',
        'page.split-section': 'section break divider',
        'page.metadata': 'title description seo',
        'page.section-metadata': 'style section',
        'page.insert-html': 'island source embed',
        'page.block-library': 'blocks samples look'
      }
    ]
  ]

/** In the line of `/` a title need not say what everything there does. */
const shortTitle = (title: string): string => {
  const text = title.replace(/^(Turn into|Add|Insert) (an? )?/, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const MOST = 200

/** What `/` offers for what is typed behind it, best first; without words all of it, in groups. */
export function addPicks(
  query: string,
  page: ContentPath,
  surface: PageSurface,
  steps: Readonly<Partial<Record<string, PageStep>>>
): Pick[] {
  const all = [
    ...commandPicks(surface, steps),
    linkPick(surface),
    ...snippetPicks(surface),
    ...samplePicks(surface),
    ...tokenAsks(surface),
    ...blockPicks(surface)
  ]
  if (query === '') return all.slice(0, MOST)
  const found = best(
    all,
    ({ title, detail = '', words: more = '' }) => fit(query, title, `${more} ${detail}`),
    MOST
  )
  return query.length < 2 ? found : [...found, ...pagePicks(query, page, surface).slice(0, 5)]
}

const nothing: PageStep = (state, dispatch) => {
  dispatch?.(state.tr)
  return true
}

function commandPicks(surface: PageSurface, steps: Readonly<Partial<Record<string, PageStep>>>): Pick[] {
  const known = new Map(allCommands().map((command) => [command.id, command]))
  return offered.flatMap(([group, ids]) =>
    Object.entries(ids).flatMap(([id, more]): Pick[] => {
      const command = known.get(id)
      if (!command || command.enabled?.() === false) return []
      const step = steps[id]
      const take = (asked: Asked) => {
        surface.run(insteadOf(asked, step ?? nothing))
        if (!step) void runCommand(id)
      }
      return [{ id, group, title: shortTitle(command.title), words: more, shortcut: command.shortcut, take }]
    })
  )
}

const linkPick = (surface: PageSurface): Pick => ({
  id: 'link',
  group: words.page,
  title: words.linkToPage,
  words: 'url address heading [[',
  take: (asked) => void surface.run(insteadOf(asked, ask('page')))
})

const snippetPicks = (surface: PageSurface): Pick[] =>
  snippets().map(({ id, name, source }) => ({
    id: `snippet ${id}`,
    group: snippetWords.group,
    title: name,
    words: 'snippet own',
    take: (asked) => void surface.run(insteadOf(asked, addSource(source)))
  }))

const samplePicks = (surface: PageSurface): Pick[] =>
  libraryNow().samples.map(({ classes, title, about, source, page }, index) => ({
    id: `sample ${index} ${page}`,
    group: words.library,
    title: blockTitle(classes),
    detail: [title, about].filter((text) => text !== '').join(' · '),
    words: 'block library sample',
    take: (asked) => void surface.run(insteadOf(asked, addSource(source)))
  }))

const tokenAsks = (surface: PageSurface): Pick[] => [
  {
    id: 'placeholder',
    group: words.page,
    title: tokenWords.placeholder,
    words: 'variable key {{',
    take: (asked) => void surface.run(insteadOf(asked, ask('placeholder')))
  },
  {
    id: 'icon',
    group: words.page,
    title: tokenWords.icon,
    words: 'symbol svg :',
    take: (asked) => void surface.run(insteadOf(asked, ask('icon')))
  }
]

function blockPicks(surface: PageSurface): Pick[] {
  const used = usedBlocks(siteFacts()).flatMap(({ forms, columns }) =>
    forms.map(({ classes, pages }): Pick => ({
      id: `block ${classes}`,
      group: words.blocks,
      title: blockTitle(classes),
      detail: words.inPages(pages),
      words: 'block',
      take: (asked) => void surface.run(insteadOf(asked, addBlock(classes, 1, Math.max(1, columns))))
    }))
  )
  const other: Pick = {
    id: 'block',
    group: words.blocks,
    title: words.otherBlock,
    words: 'block new',
    take: (asked) => {
      surface.run(insteadOf(asked, nothing))
      void runCommand('page.add-block')
    }
  }
  return [...used, other]
}
