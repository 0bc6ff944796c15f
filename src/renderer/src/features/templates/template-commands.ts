import { modals } from '@mantine/modals'
import { createElement, useEffect } from 'react'
import {
  childOf,
  clashKey,
  contentPath,
  isWithin,
  nameOf,
  siteOf,
  splitName,
  type ContentPath
} from '../../../../common/content/paths'
import { formatOfPath } from '../../../../common/formats/files'
import { api, sentenceOf } from '../../api'
import { flushAll } from '../../documents'
import { chosenFolder } from '../../engines/tree/chosen-folder'
import { subjects } from '../../engines/tree/subjects'
import { registerCommands } from '../../workbench/commands/commands'
import { notifyFailure, notifyWithUndo } from '../../workbench/toast'
import { awaitField } from '../../workbench/typing-ahead'
import { workbench } from '../../workbench/workbench'
import { templateFolder } from './templates'
import { words } from './words'

/** Pages from templates, and templates from pages: the same commands serve palette, menus and the tree. */
export function useTemplateCommands(): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'file.new-from-template',
          title: 'New page from a template…',
          group: 'File',
          enabled: () => workbench().site !== null,
          run: askForTemplate
        },
        {
          id: 'file.duplicate-as-template',
          title: 'Duplicate as template',
          group: 'File',
          enabled: () => chosenPage() !== null,
          run: async () => {
            const page = chosenPage()
            if (page) await makeTemplate(page)
          }
        }
      ]),
    []
  )
}

async function askForTemplate(): Promise<void> {
  const folder = chosenFolder()
  if (!folder) return
  awaitField()
  const { NewFromTemplate } = await import('./NewFromTemplate')
  const id = modals.open({
    title: words.title,
    children: createElement(NewFromTemplate, { folder, onDone: () => modals.close(id) })
  })
}

/** The one page that is chosen and is no template yet. */
function chosenPage(): ContentPath | null {
  const [page, ...more] = subjects()
  if (!page || more.length > 0 || formatOfPath(page) !== 'page') return null
  return isWithin(page, templateFolder(siteOf(page))) ? null : page
}

/** Copies a page into the folder of templates, under a name that is free there. */
async function makeTemplate(page: ContentPath): Promise<void> {
  const folder = templateFolder(siteOf(page))
  try {
    await flushAll()
    const items = await api.list(folder, { missing: 'empty' })
    const taken = new Set(items.map((item) => clashKey(nameOf(contentPath(item.path)))))
    const { name: stem, ext } = splitName(nameOf(page))
    let name = nameOf(page)
    for (let count = 2; taken.has(clashKey(name)); count++) name = `${stem}-${count}.${ext}`
    const path = childOf(folder, name)
    await api.copy(page, path)
    notifyWithUndo(words.made(nameOf(path)), async () => {
      await api.remove(path).catch((error: unknown) => notifyFailure(words.notUndone, sentenceOf(error)))
    })
  } catch (error) {
    notifyFailure(words.notMade(nameOf(page)), sentenceOf(error))
  }
}
