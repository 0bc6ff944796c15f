import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { colorSchemeManager } from './appearance'
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
        <Notifications position="bottom-right" limit={3} autoClose={8000} containerWidth={380} />
        <Startup />
      </ModalsProvider>
    </MantineProvider>
  )
}
