import { afterAll } from 'vitest'
import { launchApp, type LaunchOptions, type RunningApp } from './app'
import { beginAnew } from './begin-anew'
import type { FreshApp } from './desk'
import { temporaryFolders } from './folders'
import { preferSource } from './prefer-source'
import { say } from './say'

/** An app that the tests of a file use one after another. */
export interface LastingApp {
  /** The app as if it had just been started on a fresh workspace; another one when it cannot be made so. */
  take(options: Pick<LaunchOptions, 'pages' | 'isBlank'>): Promise<FreshApp>
  /** The one that runs. */
  current(): RunningApp | null
  /** Ends it: who takes it next has another one. */
  end(how: 'quit' | 'kill'): Promise<void>
}

/** To be called in a describe block or at the top of a file. */
export function lastingApp(): LastingApp {
  const profiles = temporaryFolders()
  let workspaces = temporaryFolders()
  let current: { readonly app: RunningApp; readonly userData: string } | null = null

  const end = async (how: 'quit' | 'kill') => {
    const ending = current
    current = null
    await ending?.app[how]()
  }
  const takeOn = async (workspace: string) => {
    if (current)
      try {
        await beginAnew(current.app, workspace)
        return current
      } catch (problem) {
        say(`An app is started in the place of one that did not begin anew: ${String(problem)}`)
        await end('kill')
      }
    const userData = await profiles.make('user')
    // the window has nothing in it that could have asked how pages are opened
    current = { userData, app: await launchApp({ userData, workspace, pages: 'page', isBlank: true }) }
    await current.app.page.waitForLoadState('load')
    return current
  }

  afterAll(async () => {
    await end('quit')
    await Promise.all([profiles.removeAll(), workspaces.removeAll()])
  })

  return {
    async take({ pages = 'source', isBlank = false }) {
      const before = workspaces
      workspaces = temporaryFolders()
      const workspace = await workspaces.make('ws')
      const { app, userData } = await takeOn(workspace)
      await before.removeAll()
      if (pages === 'source') await app.page.evaluate(preferSource)
      if (!isBlank) await app.page.reload()
      return { ...app, workspace, userData }
    },
    current: () => current?.app ?? null,
    end
  }
}
