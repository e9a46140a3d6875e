/** The people who can log in to the stand-in, and their pages. */
export type SamplePage = { id: string; name: string; instagram: { id: string; username: string } | null };
export type SamplePerson = { id: string; name: string; pages: SamplePage[] };

export const samplePeople: readonly SamplePerson[] = [
  {
    id: "10160000000000101",
    name: "Helena Prates",
    pages: [
      {
        id: "104500000000201",
        name: "Olaria Serra Azul",
        instagram: { id: "17841400000000301", username: "olariaserraazul" },
      },
      { id: "104500000000202", name: "Ateliê Ouro Preto", instagram: null },
      {
        id: "104500000000203",
        name: "Oficina de Torno",
        instagram: { id: "17841400000000303", username: "oficinadetorno" },
      },
    ],
  },
  {
    id: "10160000000000102",
    name: "Caio Bastos",
    pages: [
      {
        id: "104500000000204",
        name: "Feira do Barro",
        instagram: { id: "17841400000000304", username: "feiradobarro" },
      },
      { id: "104500000000205", name: "Cozinha de Forno", instagram: null },
    ],
  },
];
