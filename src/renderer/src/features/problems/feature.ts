import { problemCount, subscribeProblems } from '../../documents/problems'
import { useEffect } from 'react'
import { registerCommands } from '../../workbench/commands/commands'
import { whileShown, type Feature } from '../../workbench/contributions'
import { showPanelOf } from '../../workbench/panels'
import { workbench } from '../../workbench/workbench'
import { ProblemsPanel } from './ProblemsPanel'
import { problemScope, type ProblemScope } from './scope'

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
        show('site', 'Show the problems of the site'),
        show('external', 'Show the links of the site to other sites')
      ]),
    []
  )
}

const show = (scope: ProblemScope, title: string) => ({
  id: `problems.${scope}`,
  title,
  group: 'View' as const,
  enabled: () => workbench().site !== null,
  run: () => {
    problemScope.set(scope)
    showPanelOf('inspector', 'problems')
  }
})
