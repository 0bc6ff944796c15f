import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { colorSchemeManager } from '../workbench/appearance'
import { Messages } from './Messages'
import { Startup } from './Startup'
import { cssVariables, theme } from './theme'

/** Everything the window shows. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <ModalsProvider>
        <Messages />
        <Startup />
      </ModalsProvider>
    </MantineProvider>
  )
}
