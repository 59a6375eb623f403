// The days on which banks in Mexico are closed, as data: the calendar that the CNBV publishes for banks each year.

/** A day of each year, the nth Monday of a month, or a number of days after Easter Sunday; `years`: only in some years. */
export interface BankHoliday {
  name: string
  date?: { month: number; day: number }
  monday?: { month: number; nth: number }
  afterEaster?: number
  years?: { from: number; every: number }
}

/** A day that the CNBV adds is a row; one that it takes away is a row less. */
export const bankHolidays: readonly BankHoliday[] = [
  { name: 'Año Nuevo', date: { month: 1, day: 1 } },
  { name: 'Día de la Constitución', monday: { month: 2, nth: 1 } },
  { name: 'Natalicio de Benito Juárez', monday: { month: 3, nth: 3 } },
  { name: 'Jueves Santo', afterEaster: -3 },
  { name: 'Viernes Santo', afterEaster: -2 },
  { name: 'Día del Trabajo', date: { month: 5, day: 1 } },
  { name: 'Día de la Independencia', date: { month: 9, day: 16 } },
  // The term of a president is six years since 1 October 2024.
  { name: 'Cambio del Poder Ejecutivo', date: { month: 10, day: 1 }, years: { from: 2024, every: 6 } },
  { name: 'Día de Muertos', date: { month: 11, day: 2 } },
  { name: 'Revolución Mexicana', monday: { month: 11, nth: 3 } },
  { name: 'Día del Empleado Bancario', date: { month: 12, day: 12 } },
  { name: 'Navidad', date: { month: 12, day: 25 } },
]
