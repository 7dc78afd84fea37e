/** A skill of functions, one of which fails. */
export const papers = {
  name: "papers",
  description: "Finds research papers",
  content: "# Papers\n",
  resources: [{ name: "guide.md", content: "Read me" }],
  scripts: [
    { name: "echo", function: (args: unknown) => args },
    { name: "fail", function: () => Promise.reject(new Error("by itself")) },
  ],
};
