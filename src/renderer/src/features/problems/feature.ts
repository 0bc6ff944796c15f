import { problemCount, subscribeProblems } from '../../documents/problems'
import { useEffect } from 'react'
import { registerCommands } from '../../workbench/commands/commands'
import { whileShown, type Feature } from '../../workbench/contributions'
import { showPanelOf } from '../../workbench/panels'
import { workbench } from '../../workbench/workbench'
import { ProblemsPanel } from './ProblemsPanel'
import { problemScope } from './scope'

export const feature: Feature = {
  panels: [
    {
      id: 'problems',
      title: 'Problems',
      shortcut: 'mod+shift+M',
      View: ProblemsPanel,
      count: { of: problemCount, subscribe: subscribeProblems }
    }
  ],
  parts: { background: whileShown(useProblemCommands) }
}

function useProblemCommands(): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'problems.site',
          title: 'Show the problems of the site',
          group: 'View',
          enabled: () => workbench().site !== null,
          run: () => {
            problemScope.set('site')
            showPanelOf('inspector', 'problems')
          }
        }
      ]),
    []
  )
}
