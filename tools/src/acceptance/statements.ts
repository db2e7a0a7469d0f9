/** A section of the console's behaviour: the letters of its statements and how many are numbered. */
export interface Section {
  title: string
  letters: string
  count: number
  /** The document of docs/spec that contains them. */
  page: string
}

/** Every numbered statement of the specification of the console, section by section, in its order. */
export const SECTIONS: readonly Section[] = [
  { title: 'Sign-in and session', letters: 'SI', count: 28, page: 'session' },
  { title: 'Route guard', letters: 'RG', count: 18, page: 'session' },
  { title: 'Dynamic menu and routes', letters: 'MR', count: 18, page: 'shell' },
  { title: 'Sidebar', letters: 'SB', count: 10, page: 'shell' },
  { title: 'Header', letters: 'HD', count: 5, page: 'shell' },
  { title: 'Breadcrumb and title', letters: 'BC', count: 8, page: 'shell' },
  { title: 'Fault badge and fault socket', letters: 'FB', count: 16, page: 'fault-badge' },
  { title: 'Tab bar', letters: 'TB', count: 20, page: 'shell' },
  { title: 'Layout settings', letters: 'LS', count: 14, page: 'shell' },
  { title: 'Size menu', letters: 'SZ', count: 5, page: 'shell' },
  { title: 'Mobile', letters: 'MB', count: 7, page: 'shell' },
  { title: 'Fullscreen', letters: 'FS', count: 3, page: 'shell' },
  { title: 'Request layer', letters: 'ER', count: 18, page: 'requests' },
  { title: 'Texts', letters: 'TX', count: 1, page: 'requests' },
  { title: 'Permissions', letters: 'PM', count: 7, page: 'lists-and-forms' },
  { title: 'Form rules', letters: 'FR', count: 6, page: 'lists-and-forms' },
  { title: 'Pagination', letters: 'PG', count: 7, page: 'lists-and-forms' },
  { title: 'Time', letters: 'TM', count: 5, page: 'lists-and-forms' },
  { title: 'Dictionary cache', letters: 'DC', count: 6, page: 'lists-and-forms' },
  { title: 'Workflow designer', letters: 'WD', count: 18, page: 'office' },
  { title: 'Online office', letters: 'OF', count: 10, page: 'office' },
  { title: 'Administration', letters: 'AD', count: 10, page: 'administration' },
  { title: 'Calls', letters: 'API', count: 27, page: 'requests' },
  { title: 'Base services', letters: 'BS', count: 3, page: 'requests' },
  { title: 'Ambiguities and what was decided', letters: 'AM', count: 31, page: 'ambiguities' },
  { title: 'Security', letters: 'SEC', count: 19, page: 'security' },
  { title: 'Notes for the writer of tests', letters: 'TN', count: 6, page: 'test-notes' },
  { title: 'Screen areas', letters: 'SA', count: 4, page: 'administration' },
]

/** The reasons why part of a statement is not covered. */
export const REASONS = {
  absent: 'not part of the console yet',
  untested: 'no test of it yet',
  otherwise: 'made otherwise on purpose',
  note: 'advice, no promise',
} as const
export type Reason = keyof typeof REASONS

/** Statement id -> why it is not covered whole, and which part is missing. */
export type Open = Readonly<Record<string, { because: Reason; what: string }>>

const because = (reason: Reason, words: Readonly<Record<string, string>>): Open =>
  Object.fromEntries(Object.entries(words).map(([id, what]) => [id, { because: reason, what }]))
const each = (letters: string, from: number, to: number, what: string) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, at) => [`${letters}-${from + at}`, what]))

/** Statements that are not covered whole. A covered one must not be listed. */
export const OPEN: Open = {
  ...because('absent', {
    'MR-12': 'LoRaWAN, strategies, the start of a process and competition',
    'MR-13': 'the office; its three levels are held by MR-8 and BC-6 on a made menu',
    'MR-14': 'the titles of the screens that are absent',
    'WD-6': 'uploads of pictures and files, columns beside each other',
    'WD-7': 'triggers',
    'WD-16': 'triggers; expressions are held',
    'OF-1': 'the form of a leave',
    'OF-2': 'drafts on the server, and the states of a leave',
    'OF-3': 'that a person sees no request of others',
    'OF-4': 'that what may be claimed is listed, and the newest of the completed first',
    'OF-5': 'each operation against a version of before',
    'OF-8': 'the management of flows',
    'API-17': 'choosing people for a process, with the office',
    'API-26': 'the office',
    'BS-1': 'the services hydrant and flow, which answer 404 so far',
    'BS-3': 'the second address of the call API-17',
    'AM-21': 'the call with the second address: API-17',
    'SEC-12': 'the diagram of a process; exports and downloads are held',
    'SEC-13': 'choosing people for a process',
    'TM-4': 'pickers of whole days, for which the range is cut to days',
    'SEC-14':
      'the triggers and expressions of the designer; what an operator enters as a webhook may be a private address (decision 0085)',
    'SEC-15': 'publishing, with the designer',
    'SA-1': 'the areas without a screen yet: those that stand are opened one by one',
  }),
  ...because('untested', {
    'AD-5': 'that the bell counts for somebody who sees their own records alone',
    'SA-3': 'the plain view of coordinates where no tiles are set',
    'SA-2': 'list by list: the one machine below them is held',
  }),
  ...because('otherwise', {
    'TM-2': 'no age is given a pattern of its own: a text of the language says how an old one is written',
    'ER-1': 'no option names a service: the path of a call does (BS-2)',
  }),
  ...because('note', {
    ...each('TN', 1, 5, 'how the tests may be set up'),
  }),
}
