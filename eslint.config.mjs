import { readdirSync } from 'node:fs'
import js from '@eslint/js'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import importX from 'eslint-plugin-import-x'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import globals from 'globals'
import tseslint from 'typescript-eslint'

const foldersIn = (folder) =>
  readdirSync(new URL(`./${folder}`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`)

/** One zone of the house: code in `target` may not import from `from`. */
const closed = (target, from, message) => ({ target, from, message })
/** The rooms of main from the ground up: a room imports from its own floor and from those below. */
const mainFloors = [
  ['system'],
  ['store'],
  ['backup', 'configs', 'outgoing', 'secrets', 'settings', 'site-code', 'trust', 'workers'],
  ['updates', 'crashes'],
  ['callers', 'health'],
  ['permissions'],
  ['http'],
  ['events'],
  ['authoring', 'importing', 'links', 'publishing', 'sign-in', 'sync'],
  ['workspace'],
  ['mcp'],
  ['service.ts'],
  ['server'],
  ['cli', 'desktop']
]
const mainRoom = (name) => `./src/main/${name}`
const mainUp = mainFloors.flatMap((rooms, floor) =>
  rooms.flatMap((room) =>
    mainFloors
      .slice(floor + 1)
      .flatMap((above) =>
        above.map((other) =>
          closed(mainRoom(room), mainRoom(other), `${room} lies below ${other}: main-floors.test.ts.`)
        )
      )
  )
)
/** Rooms that others import through their index alone. */
const mainDoors = mainFloors
  .flat()
  .filter((room) =>
    [
      'importing',
      'links',
      'publishing',
      'sync',
      'authoring',
      'sign-in',
      'workspace',
      'mcp',
      'updates',
      'crashes'
    ].includes(room)
  )
  .flatMap((room) =>
    mainFloors
      .flat()
      .filter((other) => other !== room)
      .map((other) => ({
        ...closed(mainRoom(other), mainRoom(room), `${room} is imported through its index.`),
        except: ['./index.ts']
      }))
  )
/** The store is imported through its interface; a backup takes its files as they lie in the folder. */
const storeDoors = mainFloors
  .flat()
  .filter((room) => room !== 'store' && room !== 'backup')
  .map((room) => ({
    ...closed(mainRoom(room), mainRoom('store'), 'The store is reached through its interface.'),
    except: ['./index.ts', './types.ts', './doctor/index.ts', './snapshot/index.ts']
  }))

/** The rooms of the store, from the ground up: each imports those before it, types too (docs/technical/store.md). */
const rooms = [
  ['layout'],
  ['seam'],
  ['disk'],
  ['damaged'],
  ['logs'],
  ['trash', 'published', 'records'],
  ['core'],
  ['outside'],
  ['operations'],
  ['snapshot', 'sync'],
  ['archive'],
  ['opening'],
  ['doctor']
]
/** What else than its interface others know of the store: these look at folders that nobody has open. */
const doors = {
  cli: ['./doctor'],
  health: ['./doctor'],
  backup: ['./archive', './doctor', './disk', './layout', './snapshot']
}
const storeZones = [
  ...rooms.flatMap((floor, at) =>
    floor.map((room) =>
      closed(
        `./src/main/store/${room}`,
        [...floor.filter((other) => other !== room), ...rooms.slice(at + 1).flat()]
          .map((other) => `./src/main/store/${other}`)
          .concat('./src/main/store/types.ts', './src/main/store/index.ts'),
        'A room of the store imports rooms below it, and neither its door nor what lies beside it.'
      )
    )
  ),
  ...['src/main', ...foldersIn('src/main').filter((folder) => folder !== 'src/main/store')].map((folder) => ({
    ...closed(
      folder === 'src/main' ? './src/main/*.ts' : `./${folder}`,
      './src/main/store',
      'The store is reached through its interface.'
    ),
    except: ['./index.ts', './types.ts', ...(doors[folder.slice('src/main/'.length)] ?? [])]
  }))
]

/** The floors of the window, from the ground up: each imports those before it, types too; a test in test/unit/house sees the circles. */
const floors = [
  ['state'],
  ['components', 'api'],
  ['workbench'],
  ['documents'],
  ['engines'],
  ['features'],
  ['shell']
]
const windowZones = [
  ...floors.flatMap((floor, at) =>
    floor.flatMap((name) =>
      floors
        .slice(at + 1)
        .flat()
        .map((above) =>
          closed(
            `./src/renderer/src/${name}`,
            `./src/renderer/src/${above}`,
            `${name} lies below ${above}. What ${above} has to bring, it registers (workbench/contributions).`
          )
        )
    )
  ),
  ...foldersIn('src/renderer/src/features').map((feature, _, all) => ({
    ...closed(
      all.filter((other) => other !== feature).map((other) => `./${other}`),
      `./${feature}`,
      'A feature is imported through its index.'
    ),
    except: ['./index.ts']
  })),
  ...foldersIn('src/renderer/src/features').map((feature) =>
    closed(
      [
        './src/renderer/src/shell/*.tsx',
        './src/renderer/src/shell/*/*',
        './src/renderer/src/shell/!(features).ts'
      ],
      `./${feature}`,
      'The shell names the features in features.ts alone.'
    )
  )
]

/** A parser without bounds; src/common/html is the door with them. */
const parser = { name: 'parse5', message: 'HTML is parsed through src/common/html, which has bounds.' }

const ruleIds = [
  String.raw`Literal[value=/\([A-Z]{1,2}\d{1,2}\)/]`,
  String.raw`TemplateElement[value.raw=/\([A-Z]{1,2}\d{1,2}\)/]`,
  String.raw`JSXText[value=/\([A-Z]{1,2}\d{1,2}\)/]`
].map((selector) => ({ selector, message: 'Sentences for people do not name rules of the SPEC.' }))

const sentences = ['', '> ConditionalExpression '].map((within) => ({
  selector: `NewExpression[callee.name="GalleyError"] ${within}> TemplateLiteral[expressions.length>0]`,
  message: 'The places of an error’s sentence have names: sentence`There is no folder ${{ folder }}.`.'
}))

sentences.push({
  selector: 'CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]',
  message: 'Numbers and dates read alike on every computer: numberText, and components/formats.'
})

const zones = [
  closed('./src/common', './src/main', 'common imports nothing outside itself.'),
  closed('./src/common', './src/renderer', 'common imports nothing outside itself.'),
  closed('./src/common', './src/preload', 'common imports nothing outside itself.'),
  closed(
    './src/renderer',
    './src/main',
    'The renderer reaches the service through common/api and common/bridge.'
  ),
  closed(
    './src/renderer',
    './src/preload',
    'The renderer reaches the service through common/api and common/bridge.'
  ),
  closed('./src/preload', './src/main', 'The preload is one typed bridge, nothing else.'),
  closed('./src/preload', './src/renderer', 'The preload is one typed bridge, nothing else.'),
  closed('./src/main', './src/renderer', 'main does not import the user interface.'),
  ...windowZones,
  ...storeZones,
  ...mainUp,
  ...mainDoors,
  ...storeDoors
]
/** Each file asks its own part's zones alone: there are hundreds. */
const closedParts = ['common', 'main', 'preload', 'renderer'].map((part) => ({
  files: [`src/${part}/**/*.{ts,tsx}`],
  rules: {
    'import-x/no-restricted-paths': [
      'error',
      {
        zones: zones.filter(({ target }) =>
          [target].flat().some((one) => `${one}/`.startsWith(`./src/${part}/`))
        )
      }
    ]
  }
}))

export default tseslint.config(
  { ignores: ['out*', 'node_modules', '.electron-runtime', 'resources', 'docs', 'coverage'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  { languageOptions: { globals: { ...globals.node } } },
  {
    files: ['**/*.{ts,tsx,mts}'],
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-default-export': 'error'
    }
  },
  ...closedParts,
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/main/desktop/**', 'src/main/index.ts', 'src/preload/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'electron',
              message: 'Only src/main/desktop, src/main/index.ts and src/preload import electron.'
            },
            parser
          ]
        }
      ]
    }
  },
  {
    files: ['src/common/**/*.ts', 'src/renderer/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [{ name: 'electron', message: 'Only main/desktop and preload import electron.' }, parser],
          patterns: [{ group: ['node:*'], message: 'This code runs without Node.' }]
        }
      ]
    }
  },
  {
    files: ['src/common/html/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [{ name: 'electron', message: 'Only main/desktop and preload import electron.' }],
          patterns: [{ group: ['node:*'], message: 'This code runs without Node.' }]
        }
      ]
    }
  },
  {
    files: ['src/common/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'Buffer', 'window', 'document', 'require', '__dirname']
    }
  },
  {
    files: ['src/renderer/**/*.{ts,tsx}'],
    ...jsxA11y.flatConfigs.recommended,
    languageOptions: { ...jsxA11y.flatConfigs.recommended.languageOptions, globals: { ...globals.browser } }
  },
  {
    files: ['src/renderer/**/*.{ts,tsx}'],
    ignores: ['src/renderer/src/components/inert-html.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'DOMParser', message: 'It has no bounds: inertHtml in components has them.' }
      ]
    }
  },
  { files: ['src/**/*.{ts,tsx}'], rules: { 'no-restricted-syntax': ['error', ...ruleIds, ...sentences] } },
  {
    files: ['src/renderer/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...ruleIds,
        ...sentences,
        {
          selector: 'Property[key.name="getItemKey"] > :function',
          message: 'A function made anew makes the places of all rows of the list anew: useRowKeys.'
        },
        // what JSX draws goes through components/visible-text; this is all that does not
        ...[
          'AssignmentExpression[left.property.name=/^(textContent|innerText|title)$/]:not([left.object.name=/^style/]) > .right:not(Literal, [callee.name=/^(visibleText|safeSheet)$/])',
          'Property[key.name="ariaLabel"] > .value:not(Literal, [callee.name="visibleText"])',
          'CallExpression[callee.property.name="createTextNode"] > .arguments:not(Literal, [callee.name="visibleText"])',
          'CallExpression[callee.property.name="setAttribute"][arguments.0.value=/^(title|alt|placeholder|aria-label|aria-description)$/] > .arguments:nth-child(2):not(Literal, [callee.name="visibleText"])'
        ].map((selector) => ({
          selector,
          message:
            'A text that is shown goes through visibleText: names of strangers turn its direction (E13).'
        })),
        ...[
          'BinaryExpression[left.property.name="key"] > Literal[value=/^(Enter|Escape)$/]',
          'MemberExpression[property.name="isComposing"]'
        ].map((selector) => ({
          selector,
          message: 'components/keys tells Enter and Escape of a person from those of an input method (E16).'
        })),
        {
          selector: 'ImportSpecifier[imported.name="useSyncExternalStore"]',
          message: 'state/ has signals and stores, and the hooks that read them.'
        },
        {
          selector: 'ImportDeclaration[source.value="@mantine/core"] > ImportSpecifier[imported.name="Menu"]',
          message: 'components/Menu gives the keyboard back before an entry acts (E15).'
        }
      ]
    }
  },
  {
    files: ['src/renderer/src/{components/{keys.ts,Menu.tsx},shell/theme.ts,state/signal.ts}'],
    rules: { 'no-restricted-syntax': 'off' }
  },
  { files: ['src/renderer/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  {
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'VariableDeclarator > CallExpression.init[callee.property.name=/^waitFor(Event|Re)/]',
          message: 'What is awaited later goes through awaitedLater, or it fails outside of every test.'
        }
      ]
    }
  },
  { files: ['*.ts', '*.mts', '*.mjs'], rules: { 'import-x/no-default-export': 'off' } }
)
