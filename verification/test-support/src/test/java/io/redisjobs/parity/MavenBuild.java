package io.redisjobs.parity;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import javax.xml.parsers.DocumentBuilderFactory;

import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * What the POMs say, in the words of the Gradle build.
 */
final class MavenBuild {

	private final Path root;

	private final Element pom;

	MavenBuild(Path root) {
		this.root = root;
		this.pom = read(root.resolve("pom.xml"));
	}

	/**
	 * The names of the modules by their folders: of what is published its artifact's, of
	 * the rest its folder's.
	 */
	Map<String, String> modules() {
		Map<String, String> modules = new TreeMap<>();
		for (Element module : children(child(this.pom, "modules"))) {
			String folder = module.getTextContent().trim();
			Element modulePom = read(this.root.resolve(folder).resolve("pom.xml"));
			boolean published = !"true".equals(text(child(modulePom, "properties"), "maven.deploy.skip"));
			modules.put(folder, published ? text(modulePom, "artifactId") : Path.of(folder).getFileName().toString());
		}
		return modules;
	}

	/** The versions that a build of the same software must know, by property name. */
	Map<String, String> versions() {
		Map<String, String> versions = new TreeMap<>();
		versions.put("group", text(this.pom, "groupId"));
		versions.put("version", text(this.pom, "version"));
		for (Element property : children(child(this.pom, "properties"))) {
			if (property.getTagName().endsWith(".version") && !property.getTagName().startsWith("spring-javaformat")) {
				versions.put(property.getTagName(), property.getTextContent().trim());
			}
		}
		return versions;
	}

	Set<String> managedDependencies() {
		Set<String> managed = new TreeSet<>();
		for (Element dependency : children(child(child(this.pom, "dependencyManagement"), "dependencies"))) {
			managed.add(coordinates(dependency) + ":" + text(dependency, "version"));
		}
		return managed;
	}

	/** The dependencies of a module as {@code configuration(coordinates)}. */
	Set<String> dependencies(String module) {
		Element modulePom = read(this.root.resolve(module).resolve("pom.xml"));
		Set<String> dependencies = new TreeSet<>();
		for (Element dependency : children(child(modulePom, "dependencies"))) {
			for (String configuration : configurations(dependency)) {
				dependencies.add(configuration + "(" + coordinates(dependency) + classifier(dependency)
						+ exclusions(dependency) + ")");
			}
		}
		var paths = modulePom.getElementsByTagName("annotationProcessorPaths");
		for (int i = 0; i < paths.getLength(); i++) {
			for (Element path : children((Element) paths.item(i))) {
				dependencies.add("annotationProcessor(" + coordinates(path) + ")");
			}
		}
		return dependencies;
	}

	private String classifier(Element dependency) {
		return "test-jar".equals(text(dependency, "type")) ? ":tests" : "";
	}

	private String exclusions(Element dependency) {
		StringBuilder exclusions = new StringBuilder();
		for (Element exclusion : children(child(dependency, "exclusions"))) {
			exclusions.append(" without ").append(coordinates(exclusion));
		}
		return exclusions.toString();
	}

	private List<String> configurations(Element dependency) {
		if ("true".equals(text(dependency, "optional"))) {
			return List.of("compileOnly", "testImplementation");
		}
		return switch (text(dependency, "scope")) {
			case "", "compile" -> List.of("api");
			case "runtime" -> List.of("runtimeOnly");
			case "provided" -> List.of("compileOnly", "testImplementation");
			case "test" -> List.of("testImplementation");
			default -> throw new IllegalStateException("No Gradle word for scope " + text(dependency, "scope"));
		};
	}

	private String coordinates(Element dependency) {
		String artifact = text(dependency, "artifactId");
		if (!"io.redisjobs".equals(text(dependency, "groupId"))) {
			return text(dependency, "groupId") + ":" + artifact;
		}
		String name = modules().containsValue(artifact) ? artifact : artifact.substring("redis-jobs-".length());
		return "project " + name;
	}

	private static Element read(Path file) {
		try {
			return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()).getDocumentElement();
		}
		catch (Exception ex) {
			throw new IllegalStateException("Cannot read " + file, ex);
		}
	}

	private static String text(Element parent, String name) {
		return child(parent, name).getTextContent().trim();
	}

	/** The child of that name, or an empty element where there is none. */
	private static Element child(Element parent, String name) {
		for (Element child : children(parent)) {
			if (child.getTagName().equals(name)) {
				return child;
			}
		}
		return parent.getOwnerDocument().createElement(name);
	}

	private static List<Element> children(Element parent) {
		List<Element> children = new ArrayList<>();
		for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
			if (node instanceof Element element) {
				children.add(element);
			}
		}
		return children;
	}

}
