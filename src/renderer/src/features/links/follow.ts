import { modals } from '@mantine/modals'
import { createElement } from 'react'
import type { OpeningRequest } from '../../../../common/bridge'
import { contentPath, nameOf, type ContentPath } from '../../../../common/content/paths'
import { GalleyError } from '../../../../common/errors'
import { api, currentWorkspace, sentenceOf } from '../../api'
import { sync } from '../../api/sync'
import { saveEverything } from '../../documents/closing'
import { desktop } from '../../workbench/bridge'
import { notifyFailure } from '../../workbench/toast'
import { awaitField } from '../../workbench/typing-ahead'
import { openDocument } from '../../workbench/workbench'
import { placeHere } from './served'
import { RequestDialog } from './RequestDialog'

/** Does what a link, a folder or a file from outside asks for; asks first wherever that is more than to look (LI4). */
export async function follow(request: OpeningRequest): Promise<void> {
  try {
    if (request.kind === 'refused') return ask('This is not opened', request.what, request.problem)
    if (request.kind === 'workspace') return await askAboutWorkspace(request.location)
    await followLink(contentPath(request.path), request.server)
  } catch (error) {
    notifyFailure('The link could not be followed', sentenceOf(error))
  }
}

async function askAboutWorkspace(location: string): Promise<void> {
  if (currentWorkspace()?.location === location) return
  ask(
    'Open this workspace?',
    location,
    'It takes the place of the one that is open. Everything that you typed is saved first.',
    [{ label: 'Open the workspace', run: () => switchTo(location) }]
  )
}

async function followLink(there: ContentPath, server: string | null): Promise<void> {
  const asked = server === null ? there : `${there} on ${server}`
  const path = server === null ? there : placeHere(await sync.overview(), server, there)
  if (path !== null && (await isThere(path))) return openDocument(path)
  if (server === null || path !== null)
    return ask(
      'There is no such document here',
      asked,
      `“${nameOf(there)}” is not in this workspace, or not yet.`
    )
  const others = (await desktop()?.call('connectedWorkspaces', server)) ?? []
  const elsewhere = others.filter((location) => location !== currentWorkspace()?.location)
  if (elsewhere.length === 0)
    return ask(
      'This server is not known here',
      asked,
      'None of your workspaces is connected to it. Nothing was asked of it. Connect a site to it with File, Sync with a Server, when you trust it.'
    )
  ask(
    'Open another workspace?',
    asked,
    'The workspace that is open does not sync this. Another one is connected to that server.',
    elsewhere.map((location) => ({
      label: `Open ${location.split(/[/\\]/).at(-1) ?? location}`,
      detail: location,
      run: () => switchTo(location, { kind: 'document', server, path: there })
    }))
  )
}

async function isThere(path: ContentPath): Promise<boolean> {
  try {
    await api.head(path)
    return true
  } catch (error) {
    if (error instanceof GalleyError && error.reason === 'not-found') return false
    throw error
  }
}

/** @param then followed in the other workspace */
async function switchTo(location: string, then?: OpeningRequest): Promise<void> {
  const bridge = desktop()
  if (!bridge || !(await saveEverything())) return
  const result = await bridge.call('openWorkspace', location)
  if (!result.ok) return notifyFailure('The workspace was not opened', result.message)
  if (then?.kind === 'document') await bridge.call('openAgain', then.server, then.path)
  window.location.reload()
}

function ask(
  title: string,
  asked: string,
  why: string,
  choices: readonly { label: string; detail?: string; run: () => Promise<void> }[] = []
): void {
  awaitField()
  const close = () => modals.close(id)
  const id = modals.open({
    title,
    children: createElement(RequestDialog, {
      asked,
      why,
      onCancel: close,
      choices: choices.map(({ run, ...choice }) => ({
        ...choice,
        run: () => {
          close()
          void run()
        }
      }))
    })
  })
}
