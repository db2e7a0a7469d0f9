/** A section of the console's behaviour: the letters of its statements and how many of them are numbered. */
export interface Section {
  title: string
  letters: string
  count: number
}

/** The statements that the console promises, section by section. Of WD only the state of the designer so far. */
export const SECTIONS: readonly Section[] = [
  { title: 'Sign-in and session', letters: 'SI', count: 28 },
  { title: 'Route guard', letters: 'RG', count: 18 },
  { title: 'Dynamic menu and routes', letters: 'MR', count: 18 },
  { title: 'Sidebar', letters: 'SB', count: 10 },
  { title: 'Header', letters: 'HD', count: 5 },
  { title: 'Breadcrumb and title', letters: 'BC', count: 8 },
  { title: 'Fault badge and fault socket', letters: 'FB', count: 16 },
  { title: 'Tab bar', letters: 'TB', count: 20 },
  { title: 'Layout settings', letters: 'LS', count: 14 },
  { title: 'Size menu', letters: 'SZ', count: 5 },
  { title: 'Mobile', letters: 'MB', count: 7 },
  { title: 'Fullscreen', letters: 'FS', count: 3 },
  { title: 'Request layer', letters: 'ER', count: 18 },
  { title: 'Texts', letters: 'TX', count: 1 },
  { title: 'Permissions', letters: 'PM', count: 7 },
  { title: 'Form rules', letters: 'FR', count: 6 },
  { title: 'Pagination', letters: 'PG', count: 7 },
  { title: 'Time', letters: 'TM', count: 5 },
  { title: 'Dictionary cache', letters: 'DC', count: 6 },
  { title: 'Designer state', letters: 'WD', count: 3 },
  { title: 'Administration', letters: 'AD', count: 10 },
  { title: 'Calls', letters: 'API', count: 27 },
  { title: 'Base services', letters: 'BS', count: 3 },
  { title: 'Security', letters: 'SEC', count: 19 },
]

/** Statements without a test, and why. An id with a test must not stand here. */
export const UNTESTED: Readonly<Record<string, string>> = {
  'MR-12':
    'the screens of lamps, temperature, LoRaWAN, strategies, workflow, competition and the command page are not part ' +
    'of the console yet; the addresses of those that are, are held by MR-9 to MR-11',
  'MR-13': 'the office is not part of the console yet; the same three levels are held by MR-8 and BC-6 on a made menu',
  'API-17': 'choosing people for a process belongs to the office, which is not part of the console yet',
  'API-18': 'who is told of faults is not part of the platform yet',
  'API-19': 'fault codes are the program’s own so far',
  'API-22': 'is not made; LS-12 holds that the page asks no stranger',
  'API-26': 'as API-17',
  'API-27': 'the command page is not part of the console yet; commands go through the ledger (/valve/v1/command/send)',
  'BS-3': 'as API-17 to API-19: the calls with a second address are not there yet',
  'SEC-2': 'as API-27',
  'SEC-13': 'as API-17',
}

/** Statements whose tests leave something out, because it is not there yet. */
export const PARTLY: Readonly<Record<string, string>> = {
  'RG-1': 'the command page is not part of the console yet',
  'RG-4': 'as RG-1',
  'MR-11': 'as RG-1',
  'TB-20': 'as RG-1',
  'MR-14': 'only the titles of the screens that exist',
}
