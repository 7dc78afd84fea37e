// Which package has a module of Python that is called otherwise.

/** As PyPI has them: `https://pypi.org/project/NAME/`. Those that scripts of public skills import. */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ["Crypto", "pycryptodome"],
  ["PIL", "pillow"],
  ["bs4", "beautifulsoup4"],
  ["cv2", "opencv-python"],
  ["dateutil", "python-dateutil"],
  ["docx", "python-docx"],
  ["dotenv", "python-dotenv"],
  ["fitz", "pymupdf"],
  ["git", "gitpython"],
  ["github", "pygithub"],
  ["googleapiclient", "google-api-python-client"],
  ["jwt", "pyjwt"],
  ["magic", "python-magic"],
  ["pptx", "python-pptx"],
  ["serial", "pyserial"],
  ["skimage", "scikit-image"],
  ["sklearn", "scikit-learn"],
  ["slugify", "python-slugify"],
  ["yaml", "pyyaml"],
]);

/** The package that a module is installed with; `undefined` where none is known to be called otherwise. */
export function packageOf(module: string): string | undefined {
  return PACKAGES.get(module.split(".", 1)[0] ?? "");
}
